#include <cqs/event_count.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/team.h"
#include "tests/support/waiting.h"

namespace cqs {
namespace {

using namespace std::chrono_literals;

TEST(event_count, notifies_the_first_announcement) {
  event_count event;
  auto first = event.prepare_waiting();
  auto second = event.prepare_waiting();
  event.notify_one();
  EXPECT_EQ(first.status(), request_status::granted);
  EXPECT_EQ(second.status(), request_status::waiting);
}

TEST(event_count, notify_all_notifies_every_announcement) {
  event_count event;
  auto first = event.prepare_waiting();
  auto second = event.prepare_waiting();
  event.notify_all();
  auto third = event.prepare_waiting();
  EXPECT_EQ(first.status(), request_status::granted);
  EXPECT_EQ(second.status(), request_status::granted);
  EXPECT_EQ(third.status(), request_status::waiting);
}

TEST(event_count, does_not_store_a_notification_without_a_waiter) {
  event_count event;
  event.notify_one();
  event.notify_all();
  auto waiting = event.prepare_waiting();
  EXPECT_EQ(waiting.status(), request_status::waiting);
}

TEST(event_count, a_cancelled_wait_gets_no_notification) {
  event_count event;
  auto first = event.prepare_waiting();
  auto second = event.prepare_waiting();
  EXPECT_TRUE(first.cancel());
  event.notify_one();
  EXPECT_EQ(second.status(), request_status::granted);
}

TEST(event_count, a_destroyed_waiter_passes_its_notification_on) {
  event_count event;
  std::optional<tests::waiting<event_count::waiting>> first;
  first.emplace([&] { return event.prepare_waiting(); });
  auto second = event.prepare_waiting();
  event.notify_one();
  first.reset();
  EXPECT_EQ(second.status(), request_status::granted);
}

TEST(event_count, awaits_a_predicate_a_deadline_or_a_stop_request) {
  event_count event;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(event.await([] { return false; }, stop.get_token()));
  EXPECT_TRUE(event.await([] { return true; }, stop.get_token()));
  EXPECT_FALSE(event.await_until([] { return false; }, std::chrono::steady_clock::now() + 1ms));
  int looks = 0;
  event.await([&] { return ++looks == 2; });
  EXPECT_EQ(looks, 2);
}

using predicate = std::function<bool()>;

/// Every form of the wait; the deadlines and stop requests do not arrive.
const std::vector<std::function<void(event_count&, predicate)>> every_await{
    [](event_count& event, predicate p) { event.await(std::move(p)); },
    [](event_count& event, predicate p) {
      const std::stop_source stop;
      static_cast<void>(event.await(std::move(p), stop.get_token()));
    },
    [](event_count& event, predicate p) {
      static_cast<void>(event.await_until(std::move(p), std::chrono::steady_clock::now() + 1h));
    }};

TEST(event_count, a_predicate_that_throws_ends_the_wait) {
  for (const auto& await : every_await) {
    event_count event;
    int looks = 0;
    EXPECT_THROW(await(event, [&] { return ++looks == 2 ? throw std::runtime_error("closed") : false; }),
                 std::runtime_error);
    auto next = event.prepare_waiting();
    event.notify_one();
    EXPECT_EQ(next.status(), request_status::granted) << "a stale waiter is ahead in the queue";
  }
}

/// The notification arrives after the announcement. The predicate throws at the same check or at the next
/// one.
TEST(event_count, a_predicate_that_throws_passes_a_notification_on) {
  for (const auto& await : every_await) {
    for (const int last_look : {2, 3}) {
      event_count event;
      std::optional<tests::waiting<event_count::waiting>> next;
      int looks = 0;
      EXPECT_THROW(await(event,
                         [&] {
                           if (++looks == 2) {
                             next.emplace([&] { return event.prepare_waiting(); });
                             event.notify_one();
                             EXPECT_EQ(next->request.status(), request_status::waiting);
                           }
                           return looks == last_look ? throw std::runtime_error("closed") : false;
                         }),
                   std::runtime_error);
      EXPECT_EQ(looks, last_look);
      EXPECT_EQ(next->request.status(), request_status::granted);
    }
  }
}

TEST(event_count, a_predicate_that_throws_at_once_takes_no_notification) {
  event_count event;
  auto next = event.prepare_waiting();
  EXPECT_THROW(event.await([]() -> bool { throw std::runtime_error("closed"); }), std::runtime_error);
  EXPECT_EQ(next.status(), request_status::waiting);
}

TEST(event_count, loses_no_wake_up_among_many_consumers) {
  constexpr int consumers = 3;
  constexpr int producers = 2;
  constexpr int messages = 9000;
  event_count event;
  std::atomic<int> mailbox{0};
  const auto take = [&] {
    int there = mailbox.load(std::memory_order_relaxed);
    while (there > 0) {
      if (mailbox.compare_exchange_weak(there, there - 1, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  };
  tests::run_team(consumers + producers, [&](std::size_t index) {
    if (index < producers) {
      for (int i = 0; i < messages / producers; ++i) {
        mailbox.fetch_add(1, std::memory_order_relaxed);
        event.notify_one();
      }
      return;
    }
    for (int i = 0; i < messages / consumers; ++i) {
      event.await(take);
    }
  });
  EXPECT_EQ(mailbox.load(), 0);
}

TEST(event_count, notify_all_wakes_every_parked_consumer) {
  event_count event;
  std::atomic<bool> open{false};
  tests::run_team(4, [&](std::size_t index) {
    if (index == 0) {
      open.store(true, std::memory_order_relaxed);
      event.notify_all();
    } else {
      event.await([&] { return open.load(std::memory_order_relaxed); });
    }
  });
}

}  // namespace
}  // namespace cqs
