#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cqs::harness {

/// Counts of durations in nanoseconds, in log-linear buckets: 32 to each power of two, so that a value is
/// known to 3 %. Recording is a few instructions and touches nothing that is shared.
class histogram {
 public:
  struct bucket {
    std::uint64_t from;
    std::uint64_t to;  ///< not in it any more
    std::uint64_t count;
  };

  void record(std::uint64_t value) noexcept {
    ++_counts[index(value)];
    ++_total;
    _max = std::max(_max, value);
  }

  void merge(const histogram& other) noexcept {
    for (std::size_t i = 0; i < size; ++i) {
      _counts[i] += other._counts[i];
    }
    _total += other._total;
    _max = std::max(_max, other._max);
  }

  std::uint64_t total() const noexcept { return _total; }
  std::uint64_t max() const noexcept { return _max; }

  /// The value that the share `q` of all values does not exceed, as the middle of its bucket; 0 of none.
  double quantile(double q) const noexcept;

  /// Those with anything in them.
  std::vector<bucket> buckets() const;

 private:
  static constexpr unsigned sub_bits = 5;
  static constexpr std::uint64_t subs = 1U << sub_bits;
  static constexpr std::size_t size = (64 - sub_bits + 1) * subs;

  static std::size_t index(std::uint64_t value) noexcept {
    if (value < subs) {
      return value;
    }
    const auto shift = static_cast<unsigned>(std::bit_width(value)) - sub_bits - 1;
    return shift * subs + (value >> shift);
  }
  static std::uint64_t lower_bound(std::size_t index) noexcept {
    if (index < 2 * subs) {
      return index;
    }
    const auto shift = index / subs - 1;
    return (index % subs + subs) << shift;
  }

  std::array<std::uint64_t, size> _counts{};
  std::uint64_t _total = 0;
  std::uint64_t _max = 0;
};

}  // namespace cqs::harness
