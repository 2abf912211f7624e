#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <checker/history/linearizability.h>
#include <checker/history/specifications/waiting_line.h>

namespace cqs::check {

/// A pool of distinct elements, numbered from 0 to 31. It is a bag that serves its takers in FIFO order.
/// `put` takes the element as its argument, and `take` returns it. The result of `try_take` is −1 if it takes
/// no element.
struct pool_specification {
  enum operation : std::uint8_t { put, take, try_take };
  static constexpr std::array names{"put", "take", "try_take"};

  /// The initial elements, one bit each.
  std::uint32_t elements = 0;
  /// `try_take` may fail while the pool has an element: asynchronous resumption allows that.
  bool try_may_fail = false;

  struct state {
    std::uint32_t elements = 0;
    waiting_line waiting;
    call_set granted;
  };

  std::uint64_t parameters() const {
    return std::uint64_t{elements} << 1 | static_cast<std::uint64_t>(try_may_fail);
  }
  state initial() const { return {elements, {}, {}}; }
  bool waits(const call& each) const { return each.operation == take; }

  bool apply(state& now, std::span<const call> calls, std::size_t index, point at) const {
    const call& each = calls[index];
    switch (at) {
      case point::request:
        if (now.elements == 0) {
          now.waiting.push(index);
          return true;
        }
        now.granted.add(index);
        return remove(now, each.result);
      case point::follow_up:
        return now.granted.remove(index);
      case point::withdrawal:
        return now.waiting.remove(index);
      case point::whole:
        break;
    }
    if (each.operation == put) {
      return add(now, calls, each.argument);
    }
    return each.result < 0 ? now.elements == 0 || try_may_fail : remove(now, each.result);
  }

  std::uint64_t hash(const state& now) const {
    return mix(mix(now.elements, now.waiting.hash()), now.granted.hash());
  }

 private:
  static bool remove(state& now, std::int64_t element) {
    const std::uint32_t bit = std::uint32_t{1} << element;
    const bool was = (now.elements & bit) != 0;
    now.elements &= ~bit;
    return was;
  }

  static bool add(state& now, std::span<const call> calls, std::int64_t element) {
    if (now.waiting.empty()) {
      const std::uint32_t bit = std::uint32_t{1} << element;
      const bool was = (now.elements & bit) != 0;
      now.elements |= bit;
      return !was;
    }
    // The history shows the element of the first waiter. It must be this one, unless that waiter withdraws.
    const std::size_t first = now.waiting.pop();
    now.granted.add(first);
    return calls[first].status == call_status::returned && calls[first].result == element;
  }
};

static_assert(specification<pool_specification>);

}  // namespace cqs::check
