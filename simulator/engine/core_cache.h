#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cqs::simulator {

/// The lines that a level of a core's own caches holds: sets of eight, the least recently used goes first.
class core_cache {
 public:
  explicit core_cache(std::size_t lines) : _sets(std::max<std::size_t>(lines / ways, 1)) {}

  /// Returns true if the line was there. Afterwards it is.
  bool use(std::uint32_t line) {
    if (_lines.empty()) {
      _lines.resize(_sets * ways);  // most cores of a large machine stay unused
    }
    const auto first = _lines.begin() + static_cast<std::ptrdiff_t>(line % _sets * ways);
    const auto last = first + ways;
    const auto found = std::find(first, last, line + 1);
    std::rotate(first, found == last ? last - 1 : found, found == last ? last : found + 1);
    const bool held = *first == line + 1;
    *first = line + 1;
    return held;
  }

 private:
  static constexpr std::size_t ways = 8;

  std::size_t _sets;
  std::vector<std::uint32_t> _lines;  ///< numbers from 1; 0 is an empty place
};

}  // namespace cqs::simulator
