// What a queue learns from the last waits.

#include <gtest/gtest.h>

#include <cqs/detail/waiting/wait_history.h>

namespace {

using cqs::detail::wait_history;

TEST(wait_history, survives_its_word) {
  const auto again = wait_history::of(wait_history{.spin_level = 7, .wakes_in_vain = 3}.word());
  EXPECT_EQ(again.spin_level, 7U);
  EXPECT_EQ(again.wakes_in_vain, 3U);
}

TEST(wait_history, stops_to_wake_ahead_after_some_wakes_in_vain_but_for_probes) {
  wait_history history;
  for (int i = 0; i < 100; ++i) {
    history = history.after_wake_ahead(true);
  }
  EXPECT_FALSE(history.wakes_ahead(1));
  EXPECT_TRUE(history.wakes_ahead(0));
  EXPECT_TRUE(history.wakes_ahead(wait_history::probe_interval));
}

TEST(wait_history, wakes_ahead_again_after_one_that_helped) {
  const wait_history history{.wakes_in_vain = wait_history::enough};
  EXPECT_TRUE(history.after_wake_ahead(false).wakes_ahead(1));
}

}  // namespace
