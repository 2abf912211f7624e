#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <checker/history/linearizability.h>

namespace cqs::check {

/// A barrier of several phases. The result of `arrive` is its phase; `wait` takes that phase as its argument.
struct barrier_specification {
  enum operation : std::uint8_t { arrive, arrive_and_drop, wait, arrive_and_wait };
  static constexpr std::array names{"arrive", "arrive_and_drop", "wait", "arrive_and_wait"};

  std::int64_t parties = 2;

  struct state {
    std::int64_t expected = 0;
    std::int64_t left = 0;
    std::int64_t phase = 0;
    /// The phase whose end each call waits for.
    std::array<std::int8_t, max_calls> awaited{};
  };

  std::uint64_t parameters() const { return static_cast<std::uint64_t>(parties); }
  state initial() const { return {parties, parties, 0, {}}; }
  bool waits(const call& each) const { return each.operation == wait || each.operation == arrive_and_wait; }

  bool apply(state& now, std::span<const call> calls, std::size_t index, point at) const {
    const call& each = calls[index];
    switch (at) {
      case point::request:
        now.awaited[index] = static_cast<std::int8_t>(each.operation == wait ? each.argument : now.phase);
        return each.operation == wait || count(now);
      case point::follow_up:
        return now.phase > now.awaited[index];
      case point::withdrawal:
        return true;
      case point::whole:
        break;
    }
    if (each.operation == arrive && each.result != now.phase) {
      return false;
    }
    now.expected -= static_cast<std::int64_t>(each.operation == arrive_and_drop);
    return count(now);
  }

  std::uint64_t hash(const state& now) const {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(now.left), static_cast<std::uint64_t>(now.phase));
    for (const std::int8_t phase : now.awaited) {
      hash = mix(hash, static_cast<std::uint64_t>(phase));
    }
    return mix(hash, static_cast<std::uint64_t>(now.expected));
  }

 private:
  static bool count(state& now) {
    if (--now.left == 0) {
      ++now.phase;
      now.left = now.expected;
    }
    return now.left >= 0;
  }
};

static_assert(specification<barrier_specification>);

}  // namespace cqs::check
