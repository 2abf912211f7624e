#include <cqs/event_count.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/team.h"
#include "tests/support/waiting.h"

namespace cqs {
namespace {

using namespace std::chrono_literals;

TEST(event_count, notifies_whoever_announced_first) {
  event_count event;
  auto first = event.prepare_waiting();
  auto second = event.prepare_waiting();
  event.notify_one();
  EXPECT_EQ(first.status(), request_status::granted);
  EXPECT_EQ(second.status(), request_status::waiting);
}

TEST(event_count, notifies_all_that_have_announced) {
  event_count event;
  auto first = event.prepare_waiting();
  auto second = event.prepare_waiting();
  event.notify_all();
  auto third = event.prepare_waiting();
  EXPECT_EQ(first.status(), request_status::granted);
  EXPECT_EQ(second.status(), request_status::granted);
  EXPECT_EQ(third.status(), request_status::waiting);
}

TEST(event_count, does_not_remember_a_notification_that_nobody_waited_for) {
  event_count event;
  event.notify_one();
  event.notify_all();
  auto waiting = event.prepare_waiting();
  EXPECT_EQ(waiting.status(), request_status::waiting);
}

TEST(event_count, a_cancelled_wait_is_not_counted) {
  event_count event;
  auto first = event.prepare_waiting();
  auto second = event.prepare_waiting();
  EXPECT_TRUE(first.cancel());
  event.notify_one();
  EXPECT_EQ(second.status(), request_status::granted);
}

TEST(event_count, a_notification_nobody_takes_goes_to_the_next) {
  event_count event;
  std::optional<tests::waiting<event_count::waiting>> first;
  first.emplace([&] { return event.prepare_waiting(); });
  auto second = event.prepare_waiting();
  event.notify_one();
  first.reset();
  EXPECT_EQ(second.status(), request_status::granted);
}

TEST(event_count, awaits_a_predicate_or_a_reason_to_give_up) {
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
