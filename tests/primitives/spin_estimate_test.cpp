// The spin estimate: earlier waits determine how long a thread spins before it sleeps.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/detail/waiting/spin_estimate.h>

namespace {

using cqs::detail::spin_estimate;

TEST(spin_estimate, survives_its_word) {
  const spin_estimate estimate{.pauses = 1234, .failures = 77};
  const auto again = spin_estimate::of(estimate.word());
  EXPECT_EQ(again.pauses, 1234);
  EXPECT_EQ(again.failures, 77);
}

TEST(spin_estimate, approaches_the_duration_of_waits) {
  spin_estimate estimate;
  for (int i = 0; i < 20; ++i) {
    estimate = estimate.after_success(300);
  }
  EXPECT_NEAR(estimate.pauses, 300, 2);
  EXPECT_FALSE(estimate.is_probe(0));
}

TEST(spin_estimate, decreases_if_spinning_does_not_help) {
  spin_estimate estimate{.pauses = 300};
  for (int i = 0; i < 60; ++i) {
    estimate = estimate.after_failure();
  }
  EXPECT_EQ(estimate.pauses, 0);
}

TEST(spin_estimate, probes_right_after_a_failure_and_then_more_and_more_rarely) {
  spin_estimate estimate;
  std::vector<std::uint32_t> probes;
  for (std::uint32_t cell = 0; cell <= 200; ++cell) {
    if (estimate.is_probe(cell)) {
      probes.push_back(cell);
    }
    estimate = estimate.after_failure();
  }
  EXPECT_EQ(probes, (std::vector<std::uint32_t>{1, 2, 4, 8, 16, 32, 64, 128, 192}));
  EXPECT_FALSE(estimate.after_success(10).is_probe(0));
}

TEST(spin_estimate, stays_constant_if_spinning_never_helps) {
  spin_estimate estimate{.pauses = 100};
  for (int i = 0; i < 1'000; ++i) {
    estimate = estimate.after_failure();
  }
  EXPECT_EQ(estimate.after_failure().word(), estimate.word());
}

TEST(spin_estimate, does_not_overflow) {
  EXPECT_LE(spin_estimate{}.after_success(0xFFFFFFF).pauses, 0xFFFFU);
}

}  // namespace
