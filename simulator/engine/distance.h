#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cqs::simulator {

/// Where a line comes from.
enum class distance : std::uint8_t {
  own,  ///< the core's own cache: no transfer
  same_cache,
  same_package,
  other_package,
  memory,
};

inline constexpr std::size_t distances = 5;

inline constexpr std::array<std::string_view, distances> distance_names{"own", "same_cache", "same_package",
                                                                        "other_package", "memory"};

}  // namespace cqs::simulator
