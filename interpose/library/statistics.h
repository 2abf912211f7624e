#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cqs::interpose {

/// The kinds of objects of POSIX.
enum class kind : std::uint8_t { mutex, condition, rwlock, semaphore, barrier, spin };

inline constexpr std::size_t kinds = 6;

/// How many objects of each kind this library has constructed, and how many it has passed to glibc.
struct statistics {
  std::array<std::atomic<std::uint64_t>, kinds> constructed{};
  std::array<std::atomic<std::uint64_t>, kinds> passed{};
};

inline constinit statistics counts;

inline void count_constructed(kind of) noexcept {
  counts.constructed[static_cast<std::size_t>(of)].fetch_add(1, std::memory_order_relaxed);
}
inline void count_passed(kind of) noexcept {
  counts.passed[static_cast<std::size_t>(of)].fetch_add(1, std::memory_order_relaxed);
}

}  // namespace cqs::interpose
