#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <checker/history/linearizability.h>
#include <checker/history/specifications/waiting_line.h>

namespace cqs::check {

/// A semaphore whose requests take several permits at once, strictly in order.
///
/// The argument of each operation is the number of permits. The result of `try_acquire` is 1 or 0; it may fail while
/// another thread serves the waiters.
struct weighted_semaphore_specification {
  enum operation : std::uint8_t { acquire, try_acquire, release };
  static constexpr std::array names{"acquire", "try_acquire", "release"};

  std::int64_t permits = 1;

  struct state {
    std::int64_t free = 0;
    waiting_line waiting{};
    call_set granted{};
  };

  std::uint64_t parameters() const { return static_cast<std::uint64_t>(permits); }
  state initial() const { return {.free = permits}; }
  bool waits(const call& each) const { return each.operation == acquire; }

  bool apply(state& now, std::span<const call> calls, std::size_t index, point at) const {
    const call& each = calls[index];
    switch (at) {
      case point::request:
        now.waiting.push(index);
        break;
      case point::follow_up:
        return now.granted.remove(index);
      case point::withdrawal:
        if (!now.waiting.remove(index)) {
          return false;
        }
        break;
      case point::whole:
        if (each.operation == release) {
          now.free += each.argument;
          break;
        }
        if (each.result != 0) {
          now.free -= each.argument;
          return now.free >= 0 && now.waiting.empty();
        }
        return true;
    }
    serve(now, calls);
    return true;
  }

  std::uint64_t hash(const state& now) const {
    return mix(mix(static_cast<std::uint64_t>(now.free), now.waiting.hash()), now.granted.hash());
  }

 private:
  static void serve(state& now, std::span<const call> calls) {
    while (!now.waiting.empty() && calls[now.waiting.first()].argument <= now.free) {
      const std::size_t first = now.waiting.pop();
      now.free -= calls[first].argument;
      now.granted.add(first);
    }
  }
};

static_assert(specification<weighted_semaphore_specification>);

}  // namespace cqs::check
