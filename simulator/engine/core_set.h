#pragma once

#include <bitset>
#include <cstddef>

namespace cqs::simulator {

/// More cores than any provided machine file has; `machine` rejects larger ones.
inline constexpr std::size_t most_cores = 512;

using core_set = std::bitset<most_cores>;

}  // namespace cqs::simulator
