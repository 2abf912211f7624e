// How long a spin may take, learned from the last ones.

#include <chrono>
#include <cstdint>

#include <gtest/gtest.h>

#include <cqs/detail/waiting/spin_budget.h>

namespace {

using cqs::detail::spin_budget;
using std::chrono::nanoseconds;

constexpr cqs::waiting policy{.spin_ns = 100, .most_spin_ns = 800};

TEST(spin_budget, begins_with_the_least_time) {
  EXPECT_EQ(spin_budget(policy, 0).time(), nanoseconds(100));
}

TEST(spin_budget, doubles_if_most_of_the_time_was_needed) {
  EXPECT_EQ(spin_budget(policy, 0).after_success(nanoseconds(51)), 1U);
  EXPECT_EQ(spin_budget(policy, 1).time(), nanoseconds(200));
}

TEST(spin_budget, stays_if_less_than_half_of_the_time_was_needed) {
  EXPECT_EQ(spin_budget(policy, 2).after_success(nanoseconds(200)), 2U);
  EXPECT_EQ(spin_budget(policy, 2).after_success(nanoseconds(0)), 2U);
}

TEST(spin_budget, halves_if_spinning_was_in_vain) {
  EXPECT_EQ(spin_budget(policy, 2).after_failure(), 1U);
  EXPECT_EQ(spin_budget(policy, 0).after_failure(), 0U);
}

TEST(spin_budget, never_exceeds_the_greatest_time) {
  std::uint32_t level = 0;
  for (int i = 0; i < 100; ++i) {
    const spin_budget budget(policy, level);
    level = budget.after_success(budget.time());
  }
  EXPECT_EQ(spin_budget(policy, level).time(), nanoseconds(800));
}

}  // namespace
