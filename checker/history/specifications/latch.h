#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <checker/history/linearizability.h>
#include <checker/history/specifications/waiting_line.h>

namespace cqs::check {

/// A latch. `count_down` and `arrive_and_wait` take the count as their argument, 0 for one. The result of
/// `try_wait` is 1 or 0.
struct latch_specification {
  enum operation : std::uint8_t { count_down, try_wait, wait, arrive_and_wait };
  static constexpr std::array names{"count_down", "try_wait", "wait", "arrive_and_wait"};

  std::int64_t expected = 1;

  struct state {
    std::int64_t left = 0;
  };

  std::uint64_t parameters() const { return static_cast<std::uint64_t>(expected); }
  state initial() const { return {expected}; }
  bool waits(const call& each) const { return each.operation == wait || each.operation == arrive_and_wait; }

  bool apply(state& now, std::span<const call> calls, std::size_t index, point at) const {
    const call& each = calls[index];
    switch (at) {
      case point::request:
        return each.operation == wait || arrive(now, each);
      case point::follow_up:
        return now.left == 0;
      case point::withdrawal:
        return true;
      case point::whole:
        break;
    }
    return each.operation == count_down ? arrive(now, each) : (each.result != 0) == (now.left == 0);
  }

  std::uint64_t hash(const state& now) const { return static_cast<std::uint64_t>(now.left); }

 private:
  static bool arrive(state& now, const call& each) {
    now.left -= each.argument == 0 ? 1 : each.argument;
    return now.left >= 0;
  }
};

static_assert(specification<latch_specification>);

}  // namespace cqs::check
