#pragma once

#include <bitset>
#include <cstddef>

namespace cqs::simulator {

/// More than any machine there is a file of; `machine` refuses larger ones.
inline constexpr std::size_t most_cores = 512;

using core_set = std::bitset<most_cores>;

}  // namespace cqs::simulator
