// Parts of the interposing libraries. A short wait sleeps at last: under SCHED_FIFO, a thread that only yields keeps the
// processor from the thread that it waits for.

#include <atomic>
#include <cerrno>
#include <optional>
#include <stop_token>

#include <gtest/gtest.h>

#include <interpose/library/header.h>
#include <interpose/library/spin_guard.h>
#include <tests/support/sleeping_thread.h>

namespace {

using cqs::interpose::header;
using cqs::interpose::spin_word;

TEST(spin_word, lets_a_waiter_sleep) {
  spin_word word;
  word.lock();
  std::atomic<int> error_of_waiter = -1;
  cqs::tests::sleeping_thread waiter([&](const std::stop_token& /*stop*/) {
    errno = 0;
    word.lock();
    error_of_waiter = errno;
    word.unlock();
  });
  word.unlock();
  waiter.join();
  EXPECT_EQ(error_of_waiter, 0);
}

TEST(header, lets_a_thread_sleep_that_waits_for_the_constructing_one) {
  header shared{};
  std::atomic<int> constructed = 0;
  const auto count = [&](header::word /*before*/) {
    ++constructed;
    return header::word{0};
  };
  std::optional<cqs::tests::sleeping_thread> waiter;
  shared.make_ready([&](header::word before) {
    waiter.emplace([&](const std::stop_token& /*stop*/) { shared.make_ready(count); });
    return count(before);
  });
  waiter->join();
  EXPECT_TRUE(shared.is_ready());
  EXPECT_EQ(constructed, 1);
}

}  // namespace
