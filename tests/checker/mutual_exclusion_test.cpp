// Toy locks: the checker accepts the correct ones and finds the bugs of the broken ones.

#include "exploring.h"
#include "orders.h"

namespace cqs::check {
namespace {

using word = checked::atomic<std::uint32_t>;

/// Threads lock, access plain data, and unlock. Overlapping or unordered critical sections are data races.
template <class Lock>
struct guarded {
  Lock lock;
  checked::plain<int> data;
};

template <class Lock>
scenario_of<guarded<Lock>> lockers(int threads, int rounds = 1) {
  scenario_of<guarded<Lock>> made("", "");
  for (int id = 0; id < threads; ++id) {
    made.thread([=](guarded<Lock>& w) {
      for (int i = 0; i < rounds; ++i) {
        auto guard = w.lock.enter(id);
        ++w.data.write();
        w.lock.leave(guard);
      }
    });
  }
  made.finally([=](guarded<Lock>& w) { require(w.data.read() == threads * rounds, "an increment is lost"); });
  return made;
}

/// Peterson's algorithm needs sequential consistency between the store to its flag and the load of the other
/// flag.
template <std::memory_order Order>
class peterson {
 public:
  int enter(int self) {
    wants(self).store(1, Order);
    _turn.store(static_cast<std::uint32_t>(1 - self), Order);
    while (wants(1 - self).load(Order == seq_cst ? seq_cst : acquire) != 0 &&
           _turn.load(Order == seq_cst ? seq_cst : acquire) == static_cast<std::uint32_t>(1 - self)) {
      checked::yield();
    }
    return self;
  }
  void leave(int self) { wants(self).store(0, Order == relaxed ? relaxed : release); }

 private:
  word& wants(int thread) { return thread == 0 ? _first : _second; }

  word _first{0};
  word _second{0};
  word _turn{0};
};

TEST(locks, peterson_is_correct_with_sequential_consistency) {
  expect_clean(lockers<peterson<seq_cst>>(2, 2), {.bound = 4});
  expect_clean(lockers<peterson<seq_cst>>(2), weak);
}

TEST(locks, peterson_is_broken_with_release_and_acquire) {
  // No interleaving fails without a stale read.
  expect_clean(lockers<peterson<release>>(2), {.bound = 4});
  expect_violation(violation_kind::data_race, lockers<peterson<release>>(2), weak);
}

TEST(locks, peterson_is_broken_with_relaxed) {
  expect_violation(violation_kind::data_race, lockers<peterson<relaxed>>(2));
}

template <std::memory_order Unlock>
class ticket_lock {
 public:
  std::uint32_t enter(int) {
    const std::uint32_t mine = _next.fetch_add(1, relaxed);
    while (_served.load(acquire) != mine) {
      checked::pause();
    }
    return mine;
  }
  void leave(std::uint32_t mine) { _served.store(mine + 1, Unlock); }

 private:
  word _next{0};
  word _served{0};
};

TEST(locks, ticket) {
  expect_clean(lockers<ticket_lock<release>>(3));
  expect_clean(lockers<ticket_lock<release>>(2, 2), weak);
  expect_violation(violation_kind::data_race, lockers<ticket_lock<relaxed>>(2));
}

/// The MCS lock. Here the waiter's node is an object of the arena.
template <bool WaitsForSuccessor>
class mcs_lock {
 public:
  struct node {
    checked::atomic<node*> next{nullptr};
    word locked{1};
  };

  node* enter(int) {
    node* const self = checked::create<node>();
    node* const before = _tail.exchange(self, acq_rel);
    if (before != nullptr) {
      before->next.store(self, release);
      while (self->locked.load(acquire) != 0) {
        checked::yield();
      }
    }
    return self;
  }

  void leave(node* self) {
    node* expected = self;
    node* next = self->next.load(acquire);
    if (next == nullptr && !_tail.compare_exchange_strong(expected, nullptr, acq_rel, relaxed)) {
      while ((next = self->next.load(acquire)) == nullptr && WaitsForSuccessor) {
        checked::yield();
      }
    }
    if (next != nullptr) {
      next->locked.store(0, release);
    }
    checked::destroy(self);
  }

 private:
  checked::atomic<node*> _tail{nullptr};
};

TEST(locks, mcs) {
  expect_clean(lockers<mcs_lock<true>>(3));
  expect_clean(lockers<mcs_lock<true>>(2, 2), weak);
  const result found = explore_all(lockers<mcs_lock<false>>(2), sequential);
  EXPECT_TRUE(found.what);
}

/// Drepper's futex mutex: 0 free, 1 locked, 2 locked with sleepers. The broken version forgets that other
/// threads may still sleep.
template <bool Right>
class futex_mutex {
 public:
  int enter(int self) {
    std::uint32_t seen = 0;
    if (!_state.compare_exchange_strong(seen, 1, acquire, relaxed)) {
      while (_state.exchange(2, acquire) != 0) {
        checked::futex_wait(_state, 2);
        seen = 0;
        if (!Right && _state.compare_exchange_strong(seen, 1, acquire, relaxed)) {
          break;
        }
      }
    }
    return self;
  }
  void leave(int) {
    if (_state.exchange(0, release) == 2) {
      checked::futex_wake_one(&_state);
    }
  }

 private:
  word _state{0};
};

TEST(locks, futex_mutex) {
  expect_clean(lockers<futex_mutex<true>>(3));
  expect_clean(lockers<futex_mutex<true>>(2, 2), {.bound = 3, .spurious = 1});
  expect_clean(lockers<futex_mutex<true>>(2, 2), weak);
}

TEST(locks, futex_mutex_with_a_lost_wakeup) {
  const result found = expect_violation(violation_kind::lost_wakeup, lockers<futex_mutex<false>>(3));
  EXPECT_LT(found.schedules, 10'000U);
}

/// A thread checks, then sleeps. Without the comparison in the futex, it loses a release in between. A real
/// condition variable prevents this with its mutex.
TEST(locks, check_then_sleep_needs_the_comparison_in_the_futex) {
  struct gate {
    word open{0};
    word sequence{0};
  };
  const auto toy = [](bool compares) {
    scenario_of<gate> made("", "");
    made.thread([=](gate& g) {
          for (;;) {
            const std::uint32_t before = compares ? g.sequence.load(acquire) : 0;
            if (g.open.load(acquire) != 0) {
              return;
            }
            checked::futex_wait(g.sequence, compares ? before : g.sequence.load(relaxed));
          }
        })
        .thread([](gate& g) {
          g.open.store(1, release);
          g.sequence.fetch_add(1, release);
          checked::futex_wake_one(&g.sequence);
        });
    return made;
  };
  expect_clean(toy(true));
  const result found = explore_all(toy(false), sequential);
  EXPECT_EQ(found.what.kind, violation_kind::deadlock);
}

}  // namespace
}  // namespace cqs::check
