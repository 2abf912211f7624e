#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cqs::check {

/// The id of a thread of a scenario. 0 is the main thread, which creates the world and checks it at the end.
using thread_id = std::uint8_t;

inline constexpr std::size_t max_threads = 16;

/// A vector clock: what a thread or a message knows of the progress of every thread.
///
/// Event (t, n) happens before the owner of a clock with `at(t) >= n`.
class vector_clock {
 public:
  using tick = std::int16_t;

  constexpr tick at(thread_id thread) const noexcept { return _ticks[thread]; }
  constexpr void set(thread_id thread, tick value) noexcept { _ticks[thread] = value; }
  constexpr void advance(thread_id thread) noexcept { ++_ticks[thread]; }
  constexpr void clear() noexcept { _ticks = {}; }

  constexpr void join(const vector_clock& other) noexcept {
    for (std::size_t i = 0; i < max_threads; ++i) {
      _ticks[i] = _ticks[i] < other._ticks[i] ? other._ticks[i] : _ticks[i];
    }
  }

  constexpr bool covers(thread_id thread, tick value) const noexcept { return _ticks[thread] >= value; }

  constexpr bool covers(const vector_clock& other) const noexcept {
    unsigned missing = 0;
    for (std::size_t i = 0; i < max_threads; ++i) {
      missing |= static_cast<unsigned>(other._ticks[i] > _ticks[i]);
    }
    return missing == 0;
  }

  /// Returns true if this clock covers any event of `other` (0 means none).
  constexpr bool covers_any(const vector_clock& other) const noexcept {
    unsigned covered = 0;
    for (std::size_t i = 0; i < max_threads; ++i) {
      covered |=
          static_cast<unsigned>(other._ticks[i] != 0) & static_cast<unsigned>(other._ticks[i] <= _ticks[i]);
    }
    return covered != 0;
  }

 private:
  alignas(16) std::array<tick, max_threads> _ticks{};
};

}  // namespace cqs::check
