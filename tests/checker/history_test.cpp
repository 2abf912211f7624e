// Linearizability against the sequential specifications, and the FIFO order of waiters.

#include "exploring.h"

#include <vector>

#include <checker/history/fifo.h>
#include <checker/history/history.h>
#include <checker/history/linearizability.h>
#include <checker/history/specifications/barrier.h>
#include <checker/history/specifications/latch.h>
#include <checker/history/specifications/pool.h>
#include <checker/history/specifications/semaphore.h>
#include <checker/history/specifications/shared_mutex.h>

namespace cqs::check {
namespace {

/// A handmade call from `begin` to `end`, which is in the queue from `registered` on (0: unknown).
call made(std::uint8_t operation, std::uint32_t begin, std::uint32_t end, std::uint32_t registered = 0) {
  call result;
  result.operation = operation;
  result.status = call_status::returned;
  result.began.time = begin;
  result.ended.time = end;
  result.registered.time = registered;
  return result;
}
call with_result(call each, std::int64_t result) {
  each.result = result;
  return each;
}
call with_argument(call each, std::int64_t argument) {
  each.argument = argument;
  return each;
}
call aborted(call each) {
  each.status = call_status::aborted;
  return each;
}

template <class Specification>
bool linearizable(const std::vector<call>& calls, const Specification& specification) {
  const precedence order(calls, order_of_calls::in_time);
  return linearization<Specification>(specification, calls, order).exists();
}

using semaphore = semaphore_specification;

TEST(linearizability, of_a_semaphore) {
  EXPECT_TRUE(linearizable(
      {made(semaphore::acquire, 1, 2), made(semaphore::release, 3, 4), made(semaphore::acquire, 5, 6)},
      semaphore{}));
  // A second acquire that ends before the release begins.
  EXPECT_FALSE(linearizable(
      {made(semaphore::acquire, 1, 2), made(semaphore::acquire, 3, 4), made(semaphore::release, 5, 6)},
      semaphore{}));
  // If the calls overlap, the release can come first.
  EXPECT_TRUE(linearizable(
      {made(semaphore::acquire, 1, 2), made(semaphore::acquire, 3, 6), made(semaphore::release, 5, 7)},
      semaphore{}));
}

TEST(linearizability, of_a_semaphore_is_fair) {
  // Both wait. The first release serves the first in the queue, regardless of which call returns first.
  const auto history = [](std::uint32_t first_end, std::uint32_t second_end) {
    return std::vector<call>{made(semaphore::acquire, 1, first_end, 2),
                             made(semaphore::acquire, 3, second_end, 4), made(semaphore::release, 5, 6),
                             made(semaphore::release, 8, 9)};
  };
  EXPECT_TRUE(linearizable(history(7, 10), semaphore{.permits = 0}));
  EXPECT_FALSE(linearizable(history(10, 7), semaphore{.permits = 0}));
}

TEST(linearizability, of_a_semaphore_without_hand_off) {
  // One call waits. A permit is released, and a newcomer takes it before the waiter does.
  const auto history = [](call other) {
    return std::vector<call>{made(semaphore::acquire, 1, 10, 2), made(semaphore::release, 3, 4), other,
                             made(semaphore::release, 7, 8)};
  };
  const auto arrival = history(made(semaphore::acquire, 5, 6));
  const auto try_call = history(with_result(made(semaphore::try_acquire, 5, 6), 1));
  EXPECT_FALSE(linearizable(arrival, semaphore{.permits = 0}));
  EXPECT_FALSE(linearizable(arrival, semaphore{.permits = 0, .barging = barging::by_try}));
  EXPECT_TRUE(linearizable(arrival, semaphore{.permits = 0, .barging = barging::by_everybody}));
  EXPECT_FALSE(linearizable(try_call, semaphore{.permits = 0}));
  EXPECT_TRUE(linearizable(try_call, semaphore{.permits = 0, .barging = barging::by_try}));
  EXPECT_TRUE(linearizable(try_call, semaphore{.permits = 0, .barging = barging::by_everybody}));

  // The waiters are nevertheless served in order.
  const std::vector<call> overtaken{made(semaphore::acquire, 1, 10, 2), made(semaphore::acquire, 3, 6, 4),
                                    made(semaphore::release, 5, 7), made(semaphore::release, 8, 9)};
  EXPECT_FALSE(linearizable(overtaken, semaphore{.permits = 0, .barging = barging::by_everybody}));
}

TEST(linearizability, of_failed_and_aborted_acquires) {
  const auto failed_try = with_result(made(semaphore::try_acquire, 3, 4), 0);
  EXPECT_FALSE(linearizable({failed_try}, semaphore{}));
  EXPECT_TRUE(linearizable({failed_try}, semaphore{.try_may_fail = true}));
  EXPECT_TRUE(linearizable({made(semaphore::acquire, 1, 2), failed_try}, semaphore{}));
  EXPECT_TRUE(linearizable({with_result(failed_try, 1)}, semaphore{}));

  // An aborted acquire takes no permit: both try_acquires find the free permits.
  EXPECT_TRUE(linearizable(
      {aborted(made(semaphore::acquire, 1, 2)), with_result(made(semaphore::try_acquire, 3, 4), 1)},
      semaphore{}));
  EXPECT_FALSE(linearizable(
      {aborted(made(semaphore::acquire, 1, 2)), with_result(made(semaphore::try_acquire, 3, 4), 0)},
      semaphore{}));
  // A withdrawn waiter does not delay the waiters behind it.
  EXPECT_TRUE(linearizable({aborted(made(semaphore::acquire, 1, 8, 2)), made(semaphore::acquire, 3, 9, 4),
                            made(semaphore::release, 5, 6)},
                           semaphore{.permits = 0}));
}

TEST(linearizability, of_a_latch) {
  using latch = latch_specification;
  EXPECT_TRUE(
      linearizable({made(latch::count_down, 1, 2), made(latch::wait, 3, 6, 4), made(latch::count_down, 5, 7)},
                   latch{.expected = 2}));
  EXPECT_FALSE(linearizable({made(latch::wait, 1, 2), made(latch::count_down, 3, 4)}, latch{}));
  EXPECT_TRUE(linearizable({with_result(made(latch::try_wait, 1, 2), 0), made(latch::count_down, 3, 4),
                            with_result(made(latch::try_wait, 5, 6), 1)},
                           latch{}));
  EXPECT_FALSE(
      linearizable({made(latch::count_down, 1, 2), with_result(made(latch::try_wait, 3, 4), 0)}, latch{}));
  EXPECT_TRUE(linearizable({made(latch::arrive_and_wait, 1, 4), made(latch::arrive_and_wait, 2, 3)},
                           latch{.expected = 2}));
  EXPECT_TRUE(linearizable({aborted(made(latch::wait, 1, 2)), made(latch::count_down, 3, 4)}, latch{}));
}

TEST(linearizability, of_a_barrier) {
  using barrier = barrier_specification;
  EXPECT_TRUE(linearizable({made(barrier::arrive_and_wait, 1, 4), made(barrier::arrive_and_wait, 2, 3),
                            made(barrier::arrive_and_wait, 5, 8), made(barrier::arrive_and_wait, 6, 7)},
                           barrier{}));
  EXPECT_FALSE(
      linearizable({made(barrier::arrive_and_wait, 1, 2), made(barrier::arrive_and_wait, 3, 4)}, barrier{}));
  EXPECT_TRUE(linearizable({with_result(made(barrier::arrive, 1, 2), 0), made(barrier::arrive_and_wait, 3, 4),
                            with_argument(made(barrier::wait, 5, 6), 0)},
                           barrier{}));
  EXPECT_FALSE(linearizable({with_result(made(barrier::arrive, 1, 2), 1)}, barrier{}));
  EXPECT_TRUE(linearizable({made(barrier::arrive_and_drop, 1, 2), made(barrier::arrive_and_wait, 3, 4),
                            made(barrier::arrive_and_wait, 5, 6)},
                           barrier{}));
}

TEST(linearizability, of_a_pool) {
  using pool = pool_specification;
  const auto put = [](std::int64_t element, std::uint32_t begin, std::uint32_t end) {
    return with_argument(made(pool::put, begin, end), element);
  };
  const auto take = [](std::int64_t element, std::uint32_t begin, std::uint32_t end,
                       std::uint32_t registered = 0) {
    return with_result(made(pool::take, begin, end, registered), element);
  };
  EXPECT_TRUE(linearizable({put(1, 1, 2), put(2, 3, 4), take(2, 5, 6), take(1, 7, 8)}, pool{}));
  EXPECT_FALSE(linearizable({put(1, 1, 2), take(1, 3, 4), take(1, 5, 6)}, pool{}));
  EXPECT_FALSE(linearizable({put(1, 1, 2), take(3, 3, 4)}, pool{}));
  // Two calls wait; the first gets the first element.
  EXPECT_TRUE(linearizable({take(1, 1, 7, 2), take(2, 3, 10, 4), put(1, 5, 6), put(2, 8, 9)}, pool{}));
  EXPECT_FALSE(linearizable({take(2, 1, 10, 2), take(1, 3, 7, 4), put(1, 5, 6), put(2, 8, 9)}, pool{}));
  EXPECT_TRUE(linearizable(
      {with_result(made(pool::try_take, 1, 2), -1), put(1, 3, 4), with_result(made(pool::try_take, 5, 6), 1)},
      pool{}));
  EXPECT_FALSE(linearizable({with_result(made(pool::try_take, 1, 2), -1)}, pool{.elements = 1}));
}

TEST(linearizability, of_a_shared_mutex) {
  using mutex = shared_mutex_specification;
  EXPECT_TRUE(linearizable(
      {made(mutex::lock_shared, 1, 2), made(mutex::lock_shared, 3, 4), made(mutex::unlock_shared, 5, 6),
       made(mutex::unlock_shared, 7, 8), made(mutex::lock, 9, 10)},
      mutex{}));
  EXPECT_FALSE(linearizable({made(mutex::lock_shared, 1, 2), made(mutex::lock, 3, 4)}, mutex{}));
  // A reader that arrives while a writer waits, waits behind it…
  EXPECT_FALSE(linearizable(
      {made(mutex::lock_shared, 1, 2), made(mutex::lock, 3, 12, 4), made(mutex::lock_shared, 5, 6),
       made(mutex::unlock_shared, 7, 8), made(mutex::unlock_shared, 9, 10)},
      mutex{}));
  // … and enters when the writer aborts.
  EXPECT_TRUE(linearizable({made(mutex::lock_shared, 1, 2), aborted(made(mutex::lock, 3, 8, 4)),
                            made(mutex::lock_shared, 5, 9, 6)},
                           mutex{}));
  EXPECT_TRUE(linearizable(
      {with_result(made(mutex::try_lock, 1, 2), 1), with_result(made(mutex::try_lock_shared, 3, 4), 0),
       made(mutex::unlock, 5, 6), with_result(made(mutex::try_lock_shared, 7, 8), 1)},
      mutex{}));
}

using word = checked::atomic<std::uint32_t>;

/// A semaphore in one word. It is unfair: a newcomer can take a permit before the waiters.
struct spinning_semaphore {
  word permits{0};
  history calls;

  void acquire() {
    auto call = calls.begin(semaphore::acquire);
    for (;;) {
      std::uint32_t seen = permits.load(std::memory_order::relaxed);
      while (seen > 0) {
        if (permits.compare_exchange_strong(seen, seen - 1, std::memory_order::acquire,
                                            std::memory_order::relaxed)) {
          call.returns();
          return;
        }
      }
      checked::futex_wait(permits, 0);
    }
  }
  void release() {
    auto call = calls.begin(semaphore::release);
    permits.fetch_add(1, std::memory_order::release);
    checked::futex_wake_one(&permits);
    call.returns();
  }
};

TEST(history, an_unfair_semaphore_is_detected) {
  scenario_of<spinning_semaphore> toy("", "");
  toy.thread([](spinning_semaphore& s) { s.acquire(); })
      .thread([](spinning_semaphore& s) { s.acquire(); })
      .thread([](spinning_semaphore& s) {
        s.release();
        s.release();
      })
      .finally([](spinning_semaphore& s) { require_linearizable(s.calls, semaphore{.permits = 0}); });
  const result found = expect_violation(violation_kind::assertion, toy);
  EXPECT_NE(found.what.message.find("not linearizable"), std::string::npos) << found.what.message;
}

/// A ticket semaphore, which is fair.
struct ticket_semaphore {
  word next{0};
  word served{0};
  history calls;

  void acquire() {
    auto call = calls.begin(semaphore::acquire);
    const std::uint32_t mine = next.fetch_add(1, std::memory_order::relaxed);
    call.registered();
    while (served.load(std::memory_order::acquire) <= mine) {
      checked::yield();
    }
    call.returns();
  }
  void release() {
    auto call = calls.begin(semaphore::release);
    served.fetch_add(1, std::memory_order::release);
    call.returns();
  }
};

TEST(history, a_fair_semaphore_is_accepted) {
  scenario_of<ticket_semaphore> toy("", "");
  toy.thread([](ticket_semaphore& s) { s.acquire(); })
      .thread([](ticket_semaphore& s) { s.acquire(); })
      .thread([](ticket_semaphore& s) {
        s.release();
        s.release();
      })
      .finally([](ticket_semaphore& s) { require_linearizable(s.calls, semaphore{.permits = 0}); });
  expect_clean(toy);
}

/// A read and an increment that are not one step: only the real-time order of calls shows the error.
TEST(history, all_real_time_orders_of_calls_are_explored) {
  struct world {
    word left{2};
    history calls;
    void count_down() {
      auto call = calls.begin(latch_specification::count_down);
      left.store(left.load(std::memory_order::acquire) - 1, std::memory_order::release);
      call.returns();
    }
  };
  const auto toy = [](bool reduction) {
    scenario_of<world> made("", "");
    made.thread(&world::count_down)
        .thread(&world::count_down)
        .thread([](world& w) {
          auto call = w.calls.begin(latch_specification::try_wait);
          call.returns(w.left.load(std::memory_order::acquire) == 0 ? 1 : 0);
        })
        .finally([](world& w) { require_linearizable(w.calls, latch_specification{.expected = 2}); });
    return explore_all(made, {.bound = 2, .reduction = reduction}).what.kind;
  };
  EXPECT_EQ(toy(false), violation_kind::assertion);
  EXPECT_EQ(toy(true), violation_kind::assertion);
}

/// On weak memory, a thread without synchronization need not see a change.
TEST(history, on_weak_memory_calls_are_ordered_by_happens_before) {
  struct world {
    word left{1};
    word told{0};
    history calls;
  };
  const auto toy = [](std::memory_order tell, std::memory_order listen) {
    scenario_of<world> made("", "");
    made.thread([=](world& w) {
          auto call = w.calls.begin(latch_specification::count_down);
          w.left.store(0, std::memory_order::relaxed);
          call.returns();
          w.told.store(1, tell);
        })
        .thread([=](world& w) {
          if (w.told.load(listen) == 1) {
            auto call = w.calls.begin(latch_specification::try_wait);
            call.returns(w.left.load(std::memory_order::relaxed) == 0 ? 1 : 0);
          }
        })
        .finally([](world& w) { require_linearizable(w.calls, latch_specification{}); });
    return made;
  };
  using enum std::memory_order;
  expect_clean(toy(release, acquire), weak);
  expect_clean(toy(relaxed, relaxed), weak);  // stale, but no thread can know
  expect_clean(toy(relaxed, relaxed), sequential);
}

/// The object must reflect all calls that its caller knows of.
TEST(history, on_weak_memory_a_stale_answer_to_an_informed_caller_is_detected) {
  struct world {
    word left{1};
    word copy{1};
    word told{0};
    history calls;
  };
  // Answers from a copy that is updated too late.
  scenario_of<world> broken("", "");
  broken
      .thread([](world& w) {
        auto call = w.calls.begin(latch_specification::count_down);
        w.left.store(0, std::memory_order::relaxed);
        w.told.store(1, std::memory_order::release);
        call.returns();
        w.copy.store(0, std::memory_order::relaxed);
      })
      .thread([](world& w) {
        if (w.told.load(std::memory_order::acquire) == 1) {
          auto call = w.calls.begin(latch_specification::try_wait);
          call.returns(w.copy.load(std::memory_order::relaxed) == 0 ? 1 : 0);
        }
      })
      .finally([](world& w) { require_linearizable(w.calls, latch_specification{}); });
  expect_violation(violation_kind::assertion, broken, weak);
}

/// In a lock without sleeping, a pause shows that the caller has enqueued.
TEST(history, of_a_spinning_lock_shows_whether_it_is_fair) {
  struct world {
    word next{0};
    word serving{0};
    history calls;

    history::running begin() {
      auto call = calls.begin(semaphore_specification::acquire);
      call.registers_at_pause();
      return call;
    }
    void use_in_order() {
      auto call = begin();
      const auto number = next.fetch_add(1, std::memory_order::relaxed);
      while (serving.load(std::memory_order::acquire) != number) {
        checked::pause();
      }
      call.returns();
      auto end = calls.begin(semaphore_specification::release);
      serving.store(number + 1, std::memory_order::release);
      end.returns();
    }
    void use_in_any_order() {
      auto call = begin();
      while (next.exchange(1, std::memory_order::acquire) != 0) {
        checked::pause();
      }
      call.returns();
      auto end = calls.begin(semaphore_specification::release);
      next.store(0, std::memory_order::release);
      end.returns();
    }
  };
  const auto toy = [](void (world::*use)()) {
    scenario_of<world> made("", "");
    made.thread(use).thread(use).thread(use).finally(
        [](world& w) { require_linearizable(w.calls, semaphore_specification{}); });
    return made;
  };
  expect_clean(toy(&world::use_in_order), settings{.bound = 2});
  expect_violation(violation_kind::assertion, toy(&world::use_in_any_order), settings{.bound = 2});
}

TEST(fifo, finds_a_waiter_that_was_overtaken) {
  /// Two places, served in the wrong or in the right order by two consecutive resumes.
  struct world {
    word places[2];
    word taken{0};
    history calls;

    void suspend() {
      auto call = calls.begin(queue_operations::suspend);
      word& place = places[taken.fetch_add(1, std::memory_order::relaxed)];
      call.registered();
      while (place.load(std::memory_order::acquire) == 0) {
        checked::futex_wait(place, 0);
      }
      call.returns(place.load(std::memory_order::relaxed));
    }
    void resume(int place, std::uint32_t value) {
      auto call = calls.begin(queue_operations::resume, value);
      places[place].store(value, std::memory_order::release);
      checked::futex_wake_one(&places[place]);
      call.returns();
    }
  };
  const auto toy = [](int first) {
    scenario_of<world> made("", "");
    made.thread(&world::suspend).thread(&world::suspend).thread([=](world& w) {
      w.resume(first, 1);
      w.resume(1 - first, 2);
    });
    made.finally([](world& w) { require_fifo(w.calls); });
    return made;
  };
  expect_clean(toy(0));
  expect_violation(violation_kind::assertion, toy(1));
}

}  // namespace
}  // namespace cqs::check
