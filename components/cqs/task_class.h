#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs {

/// What kind of work a task of an executor is; an earlier one goes first.
enum class task_class : std::uint8_t { subscriber, server, client };

inline constexpr std::size_t task_classes = 3;

}  // namespace cqs
