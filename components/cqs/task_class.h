#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs {

/// The class of a task of an executor. Earlier classes come first.
enum class task_class : std::uint8_t { subscriber, server, client };

inline constexpr std::size_t task_classes = 3;

}  // namespace cqs
