#include <stop_token>

#include "baselines/implementations/latches.h"
#include "latch_checks.h"

namespace cqs::baselines::conformance {
namespace {

template <class L>
using is_shared = std::bool_constant<shared_latch<L>>;
template <class L>
using is_abortable = std::bool_constant<abortable_latch<L>>;
template <class L>
using is_stoppable = std::bool_constant<stoppable_latch<L>>;

template <class L>
struct latches_all : testing::Test {};
TYPED_TEST_SUITE(latches_all, test_types<conforming<latches_and_variants>>, type_names);

TYPED_TEST(latches_all, open_after_the_last_count_down) {
  EXPECT_EQ(early_returns<TypeParam>(1), 0);
}

TYPED_TEST(latches_all, publish_writes_before_each_count_down) {
  constexpr std::size_t rounds = 20;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<std::size_t> written(team_size);
    TypeParam latch(team_size);
    std::jthread waiter([&] {
      latch.wait();
      EXPECT_EQ(written, std::vector<std::size_t>(team_size, 1));
    });
    run_team(team_size, [&](std::size_t index) {
      written[index] = 1;
      latch.count_down();
    });
    waiter.join();
  }
}

template <class L>
struct latches_shared : testing::Test {};
using latches_shared_types = test_types<claiming<latches, is_shared>>;
TYPED_TEST_SUITE(latches_shared, latches_shared_types, type_names);

TYPED_TEST(latches_shared, open_for_all_waiters) {
  EXPECT_EQ(early_returns<TypeParam>(3), 0);
}

TYPED_TEST(latches_shared, stay_open) {
  TypeParam latch(1);
  latch.count_down();
  latch.wait();
  latch.wait();
}

template <class L>
struct latches_abortable : testing::Test {};
using latches_abortable_types = test_types<claiming<latches, is_abortable>>;
TYPED_TEST_SUITE(latches_abortable, latches_abortable_types, type_names);

TYPED_TEST(latches_abortable, abort_at_the_deadline) {
  TypeParam latch(1);
  EXPECT_FALSE(latch.wait_for(1ns));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(latch.wait_for(3ms));
  EXPECT_GE(std::chrono::steady_clock::now() - start, 3ms);
  latch.count_down();
  EXPECT_TRUE(latch.wait_for(10s));
}

template <class L>
struct latches_stoppable : testing::Test {};
using latches_stoppable_types = test_types<claiming<latches, is_stoppable>>;
TYPED_TEST_SUITE(latches_stoppable, latches_stoppable_types, type_names);

TYPED_TEST(latches_stoppable, abort_on_a_stop_request) {
  TypeParam latch(1);
  std::stop_source source;
  line patient;
  line impatient;
  patient.join([&] { latch.wait(); });
  impatient.join([&] { EXPECT_FALSE(latch.wait(source.get_token())); });
  source.request_stop();
  impatient.leave();
  latch.count_down();
  patient.leave();
}

}  // namespace
}  // namespace cqs::baselines::conformance
