#include <cqs/class_executor.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sleeping_thread.h"
#include "tests/support/team.h"

namespace cqs {
namespace {

/// Runs workers from its construction to its destruction.
class crew {
 public:
  explicit crew(class_executor& executor, std::size_t size = 1) {
    for (std::size_t i = 0; i < size; ++i) {
      _threads.emplace_back([&executor](const std::stop_token& stop) { executor.run(stop); });
    }
  }

 private:
  std::vector<std::jthread> _threads;
};

TEST(class_executor, runs_a_task_once_for_an_event) {
  class_executor executor({.workers = 1});
  int runs = 0;
  const auto id = executor.add(task_class::client, [&] { ++runs; });
  const crew workers(executor);
  EXPECT_TRUE(executor.trigger(id));
  executor.drain();
  EXPECT_EQ(runs, 1);
  EXPECT_TRUE(executor.trigger(id));
  executor.drain();
  EXPECT_EQ(runs, 2);
}

TEST(class_executor, merges_events_before_the_run) {
  class_executor executor({.workers = 1});
  int runs = 0;
  const auto id = executor.add(task_class::client, [&] { ++runs; });
  EXPECT_TRUE(executor.trigger(id));
  EXPECT_TRUE(executor.trigger(id));
  const crew workers(executor);
  executor.drain();
  EXPECT_EQ(runs, 1);
}

TEST(class_executor, a_task_that_triggers_itself_runs_once_more) {
  class_executor executor({.workers = 1});
  int runs = 0;
  class_executor::task_id id{};
  id = executor.add(task_class::server, [&] {
    if (++runs == 1) {
      executor.trigger(id);
      executor.trigger(id);
    }
  });
  executor.trigger(id);
  const crew workers(executor);
  executor.drain();
  EXPECT_EQ(runs, 2);
}

/// The order in which one worker runs three tasks of each class that were all triggered before.
std::vector<task_class> order_of_service(service_order order, std::uint32_t bypass) {
  class_executor executor({.workers = 1, .order = order, .bypass = bypass});
  std::vector<task_class> served;
  std::vector<class_executor::task_id> ids;
  for (const auto kind : {task_class::client, task_class::server, task_class::subscriber}) {
    for (int i = 0; i < 3; ++i) {
      ids.push_back(executor.add(kind, [&served, kind] { served.push_back(kind); }));
    }
  }
  for (const auto id : ids) {
    executor.trigger(id);
  }
  const crew workers(executor);
  executor.drain();
  return served;
}

TEST(class_executor, serves_strictly_by_class) {
  using enum task_class;
  EXPECT_EQ(
      order_of_service(service_order::strict, 1),
      (std::vector{subscriber, subscriber, subscriber, server, server, server, client, client, client}));
}

TEST(class_executor, serves_in_the_order_of_events) {
  using enum task_class;
  EXPECT_EQ(
      order_of_service(service_order::fifo, 1),
      (std::vector{client, client, client, server, server, server, subscriber, subscriber, subscriber}));
}

TEST(class_executor, bypasses_a_class_at_most_as_often_as_the_bound) {
  using enum task_class;
  EXPECT_EQ(
      order_of_service(service_order::aged, 2),
      (std::vector{subscriber, subscriber, client, server, subscriber, client, server, server, client}));
}

TEST(class_executor, aged_order_starves_no_class_and_strict_order_starves_the_last) {
  for (const auto order : {service_order::aged, service_order::strict}) {
    class_executor executor({.workers = 1, .order = order, .bypass = 4});
    std::stop_source stop;
    int of_subscriber = 0;
    int before_client = -1;
    class_executor::task_id ids[2]{};
    class_executor::task_id client{};
    // Two subscribers trigger each other, so one of them always has an event.
    for (int i = 0; i < 2; ++i) {
      ids[i] = executor.add(task_class::subscriber, [&, i] {
        if (++of_subscriber == 1) {
          executor.trigger(client);
        }
        if (of_subscriber < 1000) {
          executor.trigger(ids[1 - i]);
        }
      });
    }
    client = executor.add(task_class::client, [&] { before_client = of_subscriber; });
    executor.trigger(ids[0]);
    const crew workers(executor);
    executor.drain();
    if (order == service_order::aged) {
      EXPECT_LE(before_client, 1 + 4);
    } else {
      EXPECT_EQ(before_client, 1000) << "a client was served while a subscriber had an event";
    }
  }
}

TEST(class_executor, loses_no_event_and_never_runs_a_task_twice_at_once) {
  constexpr int tasks = 6;
  constexpr int events = 3000;
  class_executor executor({.workers = 3, .bypass = 2});
  struct counters {
    std::atomic<int> sent{0};
    std::atomic<int> seen{0};
    std::atomic<int> inside{0};
  };
  std::array<counters, tasks> all;
  std::atomic<bool> overlap{false};
  std::vector<class_executor::task_id> ids;
  for (int i = 0; i < tasks; ++i) {
    ids.push_back(executor.add(static_cast<task_class>(i % 3), [&, i] {
      auto& own = all[static_cast<std::size_t>(i)];
      if (own.inside.fetch_add(1) != 0) {
        overlap.store(true);
      }
      own.seen.store(own.sent.load());
      own.inside.fetch_sub(1);
    }));
  }
  const crew workers(executor, 3);
  tests::run_team(2, [&](std::size_t member) {
    for (int e = 0; e < events; ++e) {
      for (std::size_t i = member; i < tasks; i += 2) {
        all[i].sent.fetch_add(1);
        executor.trigger(ids[i]);
      }
    }
  });
  executor.drain();
  for (const auto& each : all) {
    EXPECT_EQ(each.seen.load(), events);
  }
  EXPECT_FALSE(overlap.load());
}

TEST(class_executor, a_task_that_throws_ends_the_run_and_is_finished) {
  class_executor executor({.workers = 1});
  executor.trigger(executor.add(task_class::client, [] { throw std::runtime_error("task"); }));
  std::stop_source stop;
  EXPECT_THROW(executor.run(stop.get_token()), std::runtime_error);
  executor.drain();
}

TEST(class_executor, a_task_that_threw_runs_again_at_its_next_event) {
  class_executor executor({.workers = 1});
  int runs = 0;
  class_executor::task_id id{};
  id = executor.add(task_class::client, [&] {
    if (++runs == 1) {
      executor.trigger(id);  // while it runs
      throw std::runtime_error("task");
    }
  });
  executor.trigger(id);
  const std::stop_source stop;
  EXPECT_THROW(executor.run(stop.get_token()), std::runtime_error);
  EXPECT_EQ(runs, 1);
  const crew workers(executor);
  executor.drain();
  EXPECT_EQ(runs, 2);
  executor.trigger(id);
  executor.drain();
  EXPECT_EQ(runs, 3);
}

/// The stop request of a sleeping worker also triggers the event, which wakes that worker.
TEST(class_executor, a_worker_that_leaves_passes_its_event_on) {
  class_executor executor({.workers = 2});
  std::atomic<bool> has_run{false};
  const auto id = executor.add(task_class::client, [&] {
    has_run.store(true);
    has_run.notify_one();
  });
  const auto work = [&](const std::stop_token& stop) { executor.run(stop); };
  tests::sleeping_thread leaving(work);
  const tests::sleeping_thread staying(work);
  auto stop = leaving.stop_source();
  // A stop request runs its callbacks in reverse order of registration. So the event arrives before the
  // request itself can wake the worker.
  const std::stop_callback event(stop.get_token(), [&] { executor.trigger(id); });
  stop.request_stop();
  leaving.join();
  has_run.wait(false);
}

TEST(class_executor, leaves_remaining_tasks_to_a_later_run) {
  class_executor executor({.workers = 1});
  std::stop_source stop;
  std::vector<int> order;
  const auto add = [&](int i) {
    return executor.add(task_class::client, [&, i] {
      order.push_back(i);
      stop.request_stop();
    });
  };
  for (const auto id : {add(0), add(1), add(2)}) {
    executor.trigger(id);
  }
  executor.run(stop.get_token());
  EXPECT_EQ(order, std::vector{0});
  executor.run(stop.get_token());
  EXPECT_EQ(order, std::vector{0}) << "a task ran after the stop request";
  const crew workers(executor);
  executor.drain();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
}

TEST(class_executor, does_not_run_a_removed_task) {
  class_executor executor({.workers = 1});
  int runs = 0;
  const auto id = executor.add(task_class::client, [&] { ++runs; });
  executor.trigger(id);
  EXPECT_TRUE(executor.remove(id));
  EXPECT_FALSE(executor.remove(id));
  EXPECT_FALSE(executor.trigger(id));
  const crew workers(executor);
  executor.drain();
  EXPECT_EQ(runs, 0);
}

TEST(class_executor, does_not_reuse_the_id_of_a_removed_task) {
  class_executor executor({.workers = 1, .capacity = 1});
  const auto gone = executor.add(task_class::client, [] {});
  EXPECT_TRUE(executor.remove(gone));
  const auto next = executor.add(task_class::client, [] {});
  EXPECT_FALSE(executor.trigger(gone));
  EXPECT_TRUE(executor.trigger(next));
  const crew workers(executor);
  executor.drain();
}

TEST(class_executor, rejects_invalid_arguments) {
  EXPECT_THROW(class_executor({.workers = 0}), std::invalid_argument);
  EXPECT_THROW(class_executor({.bypass = 0}), std::invalid_argument);
  EXPECT_THROW(class_executor({.capacity = 0}), std::invalid_argument);
  class_executor executor({.workers = 1, .capacity = 1});
  EXPECT_THROW(executor.add(static_cast<task_class>(3), [] {}), std::invalid_argument);
  EXPECT_THROW(executor.add(task_class::client, nullptr), std::invalid_argument);
  EXPECT_FALSE(executor.trigger({7, 0}));
  EXPECT_FALSE(executor.remove({7, 0}));
  executor.add(task_class::client, [] {});
  EXPECT_THROW(executor.add(task_class::client, [] {}), std::length_error);
}

TEST(class_executor, rejects_more_threads_than_workers) {
  class_executor executor({.workers = 1});
  std::atomic<bool> refused{false};
  const auto id = executor.add(task_class::client, [&] {
    std::stop_source stop;
    EXPECT_THROW(executor.run(stop.get_token()), std::logic_error);
    refused.store(true);
  });
  executor.trigger(id);
  const crew workers(executor);
  executor.drain();
  EXPECT_TRUE(refused.load());
}

}  // namespace
}  // namespace cqs
