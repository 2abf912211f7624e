#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cqs::simulator {

/// The places from which a line can come.
enum class distance : std::uint8_t {
  own,  ///< the core's own cache, without a transfer
  same_cache,
  same_package,
  other_package,
  memory,
};

inline constexpr std::size_t distances = 5;

inline constexpr std::array<std::string_view, distances> distance_names{"own", "same_cache", "same_package",
                                                                        "other_package", "memory"};

}  // namespace cqs::simulator
