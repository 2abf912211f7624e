// The spinning counter barrier and the AQS-style cyclic barrier: phases do not mix.

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/aqs/cyclic_barrier.h>
#include <baselines/spin/counter_barrier.h>
#include <tests/baselines/algorithms/line.h>
#include <tests/support/team.h>

namespace {

using cqs::tests::balance;
using cqs::tests::line;
using cqs::tests::observed;

template <class Barrier>
class every_barrier : public testing::Test {
  balance _all_memory_returned;
};
using barriers = testing::Types<cqs::baselines::spin::counter_barrier<observed>,
                                cqs::baselines::aqs::cyclic_barrier<observed>>;
TYPED_TEST_SUITE(every_barrier, barriers);

TYPED_TEST(every_barrier, lets_one_party_pass) {
  TypeParam barrier(1);
  for (int i = 0; i < 10; ++i) {
    barrier.arrive_and_wait();
  }
}

TYPED_TEST(every_barrier, holds_all_until_the_last_arrives) {
  TypeParam barrier(4);
  std::atomic<int> passed = 0;
  line waiters;
  for (int i = 0; i < 3; ++i) {
    waiters.join([&] {
      barrier.arrive_and_wait();
      ++passed;
    });
  }
  EXPECT_EQ(passed.load(), 0);
  barrier.arrive_and_wait();
  waiters.disperse();
  EXPECT_EQ(passed.load(), 3);
}

TYPED_TEST(every_barrier, never_mixes_phases) {
  for (std::size_t parties = 2; parties <= 4; ++parties) {
    TypeParam barrier(static_cast<std::ptrdiff_t>(parties));
    std::vector<int> phases(parties);  // not atomic: the barrier orders it
    cqs::tests::run_team(parties, [&](std::size_t member) {
      for (int phase = 1; phase <= 300; ++phase) {
        phases[member] = phase;
        barrier.arrive_and_wait();
        for (const int other : phases) {
          EXPECT_EQ(other, phase);
        }
        barrier.arrive_and_wait();
      }
    });
  }
}

TYPED_TEST(every_barrier, rejects_zero_parties) {
  EXPECT_THROW(TypeParam(0), std::invalid_argument);
}

}  // namespace
