// The condition variable: order, aborts, requests, coroutines, exceptions, and the end of its life.

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/condition_variable.h>
#include <cqs/mutex.h>
#include <cqs/shared_mutex.h>
#include <tests/support/counting.h>
#include <tests/support/queued.h>
#include <tests/support/sleeping_thread.h>
#include <tests/support/stop_requester.h>
#include <tests/support/structure.h>
#include <tests/support/team.h>
#include <tests/support/waiting.h>
#include <workloads/coroutines/task.h>

namespace {

using namespace std::chrono_literals;
using cqs::request_status;
using cqs::tests::await_queued;
using cqs::tests::sleeping_thread;
using cqs::workloads::task;
using lock_type = std::unique_lock<cqs::mutex>;

static_assert(sizeof(cqs::condition_variable) == 32);

constinit cqs::condition_variable global;

TEST(condition_variable, notifies_in_the_order_of_arrival) {
  constexpr int count = 5;
  cqs::mutex mutex;
  std::vector<int> order;
  std::deque<std::jthread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      lock_type lock(mutex);
      global.wait(lock);
      order.push_back(i);
    });
    await_queued(global.queue(), static_cast<std::size_t>(i) + 1);
  }
  for (int i = 0; i < count; ++i) {
    const auto arrived = [&] {
      const lock_type lock(mutex);
      return order.size() == static_cast<std::size_t>(i) + 1;
    };
    global.notify_one();
    while (!arrived()) {
      std::this_thread::yield();
    }
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(condition_variable, forgets_a_notification_without_a_waiter) {
  cqs::condition_variable condition;
  condition.notify_one();
  condition.notify_all();
  cqs::mutex mutex;
  lock_type lock(mutex);
  EXPECT_EQ(condition.wait_for(lock, 5ms), std::cv_status::timeout);
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_EQ(condition.wait_for(lock, 0s), std::cv_status::timeout);
  EXPECT_EQ(condition.wait_until(lock, std::chrono::system_clock::time_point::min()),
            std::cv_status::timeout);
  EXPECT_TRUE(lock.owns_lock());
}

TEST(condition_variable, tells_a_notification_from_a_timeout) {
  cqs::condition_variable condition;
  cqs::mutex mutex;
  auto status = std::cv_status::timeout;
  {
    const sleeping_thread waiter([&](const std::stop_token& /*stop*/) {
      lock_type lock(mutex);
      status = condition.wait_for(lock, 1h);
    });
    condition.notify_one();
  }
  EXPECT_EQ(status, std::cv_status::no_timeout);
}

TEST(condition_variable, a_stop_request_ends_a_wait_with_a_deadline) {
  cqs::condition_variable condition;
  cqs::mutex mutex;
  sleeping_thread waiter([&](const std::stop_token& stop) {
    lock_type lock(mutex);
    EXPECT_FALSE(condition.wait_for(lock, stop, 1h, [] { return false; }));
    EXPECT_TRUE(lock.owns_lock());
    EXPECT_FALSE(
        condition.wait_until(lock, stop, std::chrono::system_clock::now() + 1h, [] { return false; }));
    EXPECT_TRUE(condition.wait(lock, stop, [] { return true; }));
  });
  waiter.stop_source().request_stop();
  waiter.join();
  lock_type lock(mutex);
  EXPECT_FALSE(condition.wait_for(lock, std::stop_source().get_token(), 5ms, [] { return false; }));
  cqs::tests::expect_sound_structure(condition.queue());
}

TEST(condition_variable, works_with_any_lock) {
  cqs::condition_variable condition;
  std::mutex standard;
  std::unique_lock first(standard);
  EXPECT_EQ(condition.wait_for(first, 1ms), std::cv_status::timeout);
  cqs::shared_mutex shared;
  std::shared_lock second(shared);
  EXPECT_EQ(condition.wait_for(second, 1ms), std::cv_status::timeout);
  EXPECT_TRUE(second.owns_lock());
  std::recursive_mutex recursive;
  recursive.lock();
  EXPECT_EQ(condition.wait_for(recursive, 1ms), std::cv_status::timeout);
  recursive.unlock();
}

TEST(condition_variable, a_request_is_a_wait_without_a_thread) {
  cqs::condition_variable condition;
  auto first = condition.wait_request();
  auto second = condition.wait_request();
  auto third = condition.wait_request();
  EXPECT_TRUE(first.cancel());
  condition.notify_one();
  EXPECT_EQ(second.status(), request_status::granted);
  EXPECT_EQ(third.status(), request_status::waiting);
  EXPECT_FALSE(second.cancel());
  condition.notify_all();
  third.get();
}

TEST(condition_variable, a_request_that_is_dropped_passes_its_notification_on) {
  cqs::condition_variable condition;
  auto first = std::make_unique<cqs::tests::waiting<cqs::condition_variable::request_type>>(
      [&] { return condition.wait_request(); });
  auto second = condition.wait_request();
  condition.notify_one();
  EXPECT_EQ(second.status(), request_status::waiting);
  first.reset();
  EXPECT_EQ(second.status(), request_status::granted);
}

TEST(condition_variable, a_predicate_that_throws_passes_its_notification_on) {
  cqs::condition_variable condition;
  cqs::mutex mutex;
  bool throws = false;
  std::jthread waiter([&] {
    lock_type lock(mutex);
    EXPECT_THROW(
        condition.wait(lock,
                       [&]() -> bool { return throws ? throw std::runtime_error("the predicate") : false; }),
        std::runtime_error);
    EXPECT_TRUE(lock.owns_lock());
  });
  await_queued(condition.queue(), 1);
  auto next = condition.wait_request();
  {
    const lock_type lock(mutex);
    throws = true;
  }
  condition.notify_one();
  next.wait();
  EXPECT_EQ(next.status(), request_status::granted);
}

struct lock_that_cannot_unlock {
  void lock() { ++locks; }
  void unlock() const { throw std::runtime_error("the unlock"); }
  int locks = 0;
};

TEST(condition_variable, an_unlock_that_throws_leaves_no_waiter) {
  cqs::condition_variable condition;
  lock_that_cannot_unlock lock;
  EXPECT_THROW(condition.wait(lock), std::runtime_error);
  EXPECT_EQ(lock.locks, 0);
  auto next = condition.wait_request();
  condition.notify_one();
  EXPECT_EQ(next.status(), request_status::granted);
}

struct lock_that_cannot_lock {
  void lock() const { throw std::runtime_error("the lock"); }
  void unlock() const {}
};

TEST(condition_variable_death, a_lock_that_throws_ends_the_program) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        cqs::condition_variable condition;
        lock_that_cannot_lock lock;
        static_cast<void>(condition.wait_for(lock, 1ms));
      },
      "terminate");
}

/// Every token is taken once, while waits time out and are stopped. A lost wake-up hangs the last waits.
TEST(condition_variable, loses_no_notification_while_waits_abort) {
  constexpr std::size_t members = 4;
  constexpr int rounds = 2'000;
  cqs::condition_variable condition;
  cqs::mutex mutex;
  int tokens = 0;
  int taken = 0;
  bool over = false;
  cqs::tests::stop_requester stops(members);
  std::jthread giver([&] {
    for (int i = 0; i < rounds; ++i) {
      {
        const lock_type lock(mutex);
        ++tokens;
      }
      condition.notify_one();
      if (i % 64 == 0) {
        std::this_thread::yield();
      }
    }
    const auto is_taken = [&] {
      const lock_type lock(mutex);
      return taken == rounds;
    };
    while (!is_taken()) {
      std::this_thread::sleep_for(100us);
    }
    const lock_type lock(mutex);
    over = true;
    condition.notify_all();
  });
  cqs::tests::run_team(members, [&](std::size_t member) {
    const auto take = [&] {
      if (tokens == 0) {
        return over;
      }
      --tokens;
      ++taken;
      return true;
    };
    lock_type lock(mutex);
    while (!over) {
      if (member == 0) {
        condition.wait(lock, take);
      } else if (member % 2 == 0) {
        condition.wait(lock, stops.fresh_token(member), take);
      } else {
        static_cast<void>(condition.wait_for(lock, 10us, take));
      }
    }
  });
  EXPECT_EQ(taken, rounds);
  EXPECT_EQ(tokens, 0);
  cqs::tests::expect_sound_structure(condition.queue());
}

/// The notifier destroys the condition variable as soon as all waiters are notified.
TEST(condition_variable, may_end_when_all_are_notified) {
  constexpr int rounds = 3'000;
  constexpr int waiters = 3;
  for (int round = 0; round < rounds; round += 10) {
    cqs::mutex mutex;
    std::atomic<int> over = 0;
    std::vector<std::unique_ptr<cqs::condition_variable>> conditions;
    for (int i = 0; i < 10; ++i) {
      conditions.push_back(std::make_unique<cqs::condition_variable>());
    }
    cqs::tests::run_team(waiters + 1, [&](std::size_t member) {
      for (int i = 0; i < 10; ++i) {
        auto& condition = conditions[static_cast<std::size_t>(i)];
        if (member == waiters) {
          {
            const lock_type lock(mutex);
            over = i + 1;
            condition->notify_all();
          }
          condition.reset();
        } else {
          lock_type lock(mutex);
          if (over <= i) {
            member == 0 ? condition->wait(lock) : static_cast<void>(condition->wait_for(lock, 20us));
          }
        }
      }
    });
  }
}

TEST(condition_variable, an_abort_costs_the_same_in_any_queue) {
  using condition_type = cqs::basic_condition_variable<cqs::options{}, cqs::tests::counting>;
  using request_type = cqs::tests::waiting<condition_type::request_type>;
  const auto steps_with = [](int before) {
    condition_type condition;
    std::deque<request_type> waiters;
    for (int i = 0; i < before + 64; ++i) {
      waiters.emplace_back([&] { return condition.wait_request(); });
    }
    return cqs::tests::counting::steps_of([&] { waiters[waiters.size() - 40].request.cancel(); });
  };
  EXPECT_EQ(steps_with(0), steps_with(64'000));
}

TEST(condition_variable, a_notification_without_waiters_is_one_step) {
  using condition_type = cqs::basic_condition_variable<cqs::options{}, cqs::tests::counting>;
  condition_type condition;
  EXPECT_EQ(cqs::tests::counting::steps_of([&] { condition.notify_one(); }), 1);
  EXPECT_EQ(cqs::tests::counting::steps_of([&] { condition.notify_all(); }), 1);
}

/// Coroutines that wait for `open`.
struct gate {
  task pass() {
    lock_type lock(mutex);
    while (!open) {
      co_await condition.async_wait(lock);
      EXPECT_TRUE(lock.owns_lock());
    }
    ++passed;
  }
  task pass(std::stop_token stop) {
    lock_type lock(mutex);
    const bool notified = co_await condition.async_wait(lock, stop);
    EXPECT_TRUE(lock.owns_lock());
    stopped += notified ? 0 : 1;
  }

  cqs::mutex mutex;
  cqs::condition_variable condition;
  bool open = false;
  int passed = 0;
  int stopped = 0;
};

TEST(condition_variable, coroutines_wait_and_have_the_mutex_again) {
  gate g;
  const std::array<task, 3> tasks{g.pass(), g.pass(), g.pass()};
  for (const task& each : tasks) {
    each.coroutine().resume();
  }
  EXPECT_TRUE(g.mutex.try_lock());  // the coroutines wait without the mutex
  g.open = true;
  g.condition.notify_all();
  EXPECT_EQ(g.passed, 0);
  g.mutex.unlock();
  for (const task& each : tasks) {
    each.join();
  }
  EXPECT_EQ(g.passed, 3);
  EXPECT_TRUE(g.mutex.try_lock());
}

TEST(condition_variable, a_stop_request_ends_the_wait_of_a_coroutine) {
  gate g;
  std::stop_source stop;
  const task waiting = g.pass(stop.get_token());
  waiting.coroutine().resume();
  stop.request_stop();
  waiting.join();
  EXPECT_EQ(g.stopped, 1);
  EXPECT_TRUE(g.mutex.try_lock());
}

/// A chain of hand-offs between coroutines takes the stack of one.
TEST(condition_variable, coroutines_never_nest) {
  constexpr std::size_t length = 100'000;
  cqs::mutex mutex;
  cqs::condition_variable condition;
  std::size_t passed = 0;
  const auto link = [&]() -> task {
    lock_type lock(mutex);
    co_await condition.async_wait(lock);
    lock.unlock();
    ++passed;
    condition.notify_one();
  };
  std::vector<task> chain;
  for (std::size_t i = 0; i < length; ++i) {
    chain.push_back(link());
    chain.back().coroutine().resume();
  }
  condition.notify_one();
  for (const task& each : chain) {
    each.join();
  }
  EXPECT_EQ(passed, length);
}

TEST(condition_variable, a_coroutine_continues_where_via_sends_it) {
  cqs::mutex mutex;
  cqs::condition_variable condition;
  std::coroutine_handle<> sent;
  bool passed = false;
  const auto wait = [&]() -> task {
    lock_type lock(mutex);
    co_await condition.async_wait(lock).via([&](std::coroutine_handle<> c) { sent = c; });
    passed = true;
  };
  const task waiting = wait();
  waiting.coroutine().resume();
  condition.notify_one();
  ASSERT_TRUE(sent);
  EXPECT_FALSE(passed);
  EXPECT_FALSE(mutex.try_lock());
  sent.resume();
  waiting.join();
  EXPECT_TRUE(passed);
}

}  // namespace
