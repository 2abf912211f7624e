#include <cqs/event_notifier.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/team.h"

namespace cqs {
namespace {

using namespace std::chrono_literals;

std::chrono::steady_clock::time_point now() {
  return std::chrono::steady_clock::now();
}

TEST(event_notifier, takes_four_bytes) {
  EXPECT_EQ(sizeof(event_notifier), 4U);
}

TEST(event_notifier, does_not_park_after_a_notification_of_the_announcement) {
  event_notifier notifier;
  const auto ticket = notifier.prepare_parking();
  notifier.notify();
  notifier.park(ticket);
}

TEST(event_notifier, does_not_store_a_notification_before_the_announcement) {
  event_notifier notifier;
  notifier.notify();
  EXPECT_FALSE(notifier.park_until(notifier.prepare_parking(), now()));
}

TEST(event_notifier, parks_again_after_a_cancelled_announcement) {
  event_notifier notifier;
  notifier.cancel(notifier.prepare_parking());
  notifier.notify();
  EXPECT_FALSE(notifier.park_until(notifier.prepare_parking(), now()));
}

TEST(event_notifier, can_cancel_a_notified_announcement) {
  event_notifier notifier;
  const auto ticket = notifier.prepare_parking();
  notifier.notify();
  notifier.cancel(ticket);
  notifier.cancel(notifier.prepare_parking());
}

TEST(event_notifier, wakes_the_parked_consumer) {
  event_notifier notifier;
  std::atomic<bool> announced{false};
  std::jthread consumer([&] {
    const auto ticket = notifier.prepare_parking();
    announced.store(true);
    notifier.park(ticket);
  });
  while (!announced.load()) {
    std::this_thread::yield();
  }
  notifier.notify();
}

TEST(event_notifier, aborts_on_a_stop_request) {
  event_notifier notifier;
  std::stop_source stop;
  std::jthread consumer([&] { EXPECT_FALSE(notifier.park(notifier.prepare_parking(), stop.get_token())); });
  stop.request_stop();
}

TEST(event_notifier, parks_again_after_a_stop_request) {
  event_notifier notifier;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(notifier.park(notifier.prepare_parking(), stop.get_token()));
  const auto ticket = notifier.prepare_parking();
  notifier.notify();
  EXPECT_TRUE(notifier.park(ticket, stop.get_token())) << "the notification came before the stop request";
}

TEST(event_notifier, awaits_a_predicate_a_deadline_or_a_stop_request) {
  event_notifier notifier;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(notifier.await([] { return false; }, stop.get_token()));
  EXPECT_TRUE(notifier.await([] { return true; }, stop.get_token()));
  EXPECT_FALSE(notifier.await_until([] { return false; }, now() + 1ms));
  int looks = 0;
  notifier.await([&] { return ++looks == 2; });
  EXPECT_EQ(looks, 2);
}

TEST(event_notifier, a_predicate_that_throws_cancels_the_announcement) {
  event_notifier notifier;
  const std::stop_source stop;
  int looks = 0;
  const auto predicate = [&looks] { return ++looks % 2 == 0 ? throw std::runtime_error("closed") : false; };
  EXPECT_THROW(notifier.await(predicate), std::runtime_error);
  EXPECT_THROW(static_cast<void>(notifier.await(predicate, stop.get_token())), std::runtime_error);
  EXPECT_THROW(static_cast<void>(notifier.await_until(predicate, now() + 1h)), std::runtime_error);
  EXPECT_EQ(looks, 6);
  EXPECT_FALSE(notifier.notify()) << "the announcement was not cancelled";
  EXPECT_FALSE(notifier.park_until(notifier.prepare_parking(), now()));
}

TEST(event_notifier, loses_no_wake_up_of_many_producers) {
  constexpr int producers = 4;
  constexpr int messages = 20000;
  event_notifier notifier;
  std::atomic<int> mailbox{0};
  tests::run_team(producers + 1, [&](std::size_t index) {
    if (index < producers) {
      for (int i = 0; i < messages; ++i) {
        mailbox.fetch_add(1, std::memory_order_relaxed);
        notifier.notify();
      }
      return;
    }
    for (int received = 0; received < producers * messages;) {
      notifier.await([&] { return mailbox.load(std::memory_order_relaxed) != 0; });
      received += mailbox.exchange(0, std::memory_order_relaxed);
    }
  });
  EXPECT_EQ(mailbox.load(), 0);
}

/// One message at a time. Each message meets a consumer that is about to park, so every announcement races
/// with a notification.
TEST(event_notifier, loses_no_wake_up_in_lockstep) {
  constexpr std::uint32_t rounds = 50000;
  event_notifier to_consumer;
  event_notifier to_producer;
  std::atomic<std::uint32_t> sent{0};
  std::atomic<std::uint32_t> received{0};
  tests::run_team(2, [&](std::size_t index) {
    for (std::uint32_t i = 1; i <= rounds; ++i) {
      if (index == 0) {
        sent.store(i, std::memory_order_relaxed);
        to_consumer.notify();
        to_producer.await([&] { return received.load(std::memory_order_relaxed) == i; });
      } else {
        to_consumer.await([&] { return sent.load(std::memory_order_relaxed) == i; });
        received.store(i, std::memory_order_relaxed);
        to_producer.notify();
      }
    }
  });
  EXPECT_EQ(received.load(), rounds);
}

TEST(event_notifier, rejects_a_second_consumer) {
  event_notifier notifier;
  const auto ticket = notifier.prepare_parking();
  EXPECT_THROW(static_cast<void>(notifier.prepare_parking()), std::logic_error);
  notifier.cancel(ticket);
}

TEST(event_notifier, rejects_a_used_ticket) {
  event_notifier notifier;
  const auto used = notifier.prepare_parking();
  notifier.cancel(used);
  const auto next = notifier.prepare_parking();
  EXPECT_THROW(notifier.park(used), std::logic_error);
  EXPECT_THROW(notifier.cancel(used), std::logic_error);
  notifier.cancel(next);
}

TEST(event_notifier_death, aborts_if_destroyed_while_its_consumer_parks) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        std::optional<event_notifier> notifier(std::in_place);
        static_cast<void>(notifier->prepare_parking());
        notifier.reset();
      },
      "event_notifier: ended while its consumer parks");
}

}  // namespace
}  // namespace cqs
