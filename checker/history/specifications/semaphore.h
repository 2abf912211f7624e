#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <checker/history/linearizability.h>
#include <checker/history/specifications/waiting_line.h>

namespace cqs::check {

/// The calls that may barge: take a released permit while other calls wait.
enum class barging : std::uint8_t {
  none,          ///< none: the permit goes to the first waiter
  by_try,        ///< `try_acquire` only; a newcomer enqueues behind the waiters
  by_everybody,  ///< any newcomer; the waiters are served in order
  bounded,       ///< the same, but at most `most_overtakings` times while the first waiter is the same
};

/// A semaphore. With one permit, it is a mutex (`acquire` is lock, `release` is unlock).
///
/// The result of `try_acquire` is 1 or 0. `release` takes the number of permits as its argument, 0 for one.
struct semaphore_specification {
  enum operation : std::uint8_t { acquire, try_acquire, release };
  static constexpr std::array names{"acquire", "try_acquire", "release"};

  std::int64_t permits = 1;
  /// `try_acquire` may fail while a permit is free: asynchronous resumption allows that.
  bool try_may_fail = false;
  check::barging barging = barging::none;
  /// With `barging::bounded`.
  std::uint32_t most_overtakings = 0;

  struct state {
    std::int64_t free = 0;
    std::uint32_t overtakings = 0;  ///< of the first waiter
    waiting_line waiting{};
    call_set granted{};
  };

  std::uint64_t parameters() const {
    return static_cast<std::uint64_t>(permits) << 16 | std::uint64_t{most_overtakings} << 3 |
           static_cast<std::uint64_t>(barging) << 1 | static_cast<std::uint64_t>(try_may_fail);
  }
  state initial() const { return {.free = permits}; }
  bool waits(const call& each) const { return each.operation == acquire; }

  bool apply(state& now, std::span<const call> calls, std::size_t index, point at) const {
    const call& each = calls[index];
    switch (at) {
      case point::request:
        if (now.free > 0 && (now.waiting.empty() || barging == barging::by_everybody)) {
          --now.free;
          now.granted.add(index);
        } else {
          now.waiting.push(index);
        }
        return true;
      case point::follow_up:
        return now.granted.remove(index) || take_as_first(now, index) || take_before_first(now, calls, index);
      case point::withdrawal:
        return leave_line(now, index);
      case point::whole:
        break;
    }
    return each.operation == release ? give_back(now, each) : try_take(now, each);
  }

  std::uint64_t hash(const state& now) const {
    return mix(mix(mix(static_cast<std::uint64_t>(now.free), now.overtakings), now.waiting.hash()),
               now.granted.hash());
  }

 private:
  bool try_take(state& now, const call& each) const {
    if (each.result == 0) {
      return now.free == 0 || try_may_fail;
    }
    return now.free-- > 0 && (barging != barging::bounded || now.waiting.empty() || overtake(now));
  }

  bool overtake(state& now) const { return ++now.overtakings <= most_overtakings; }

  static bool leave_line(state& now, std::size_t index) {
    if (!now.waiting.empty() && now.waiting.first() == index) {
      now.overtakings = 0;
    }
    return now.waiting.remove(index);
  }

  /// Without hand-off, the first waiter has to take the permit itself.
  static bool take_as_first(state& now, std::size_t index) {
    if (now.free == 0 || now.waiting.empty() || now.waiting.first() != index) {
      return false;
    }
    --now.free;
    return leave_line(now, index);
  }

  /// A call that has slept was in the queue, and does not overtake others.
  bool take_before_first(state& now, std::span<const call> calls, std::size_t index) const {
    return barging == barging::bounded && now.free-- > 0 && calls[index].registered.time == 0 &&
           overtake(now) && now.waiting.remove(index);
  }

  bool give_back(state& now, const call& each) const {
    for (std::int64_t left = each.argument == 0 ? 1 : each.argument; left > 0; --left) {
      if (now.waiting.empty() || barging != barging::none) {
        ++now.free;
      } else {
        now.granted.add(now.waiting.pop());
      }
    }
    return true;
  }
};

static_assert(specification<semaphore_specification>);

}  // namespace cqs::check
