#include <stop_token>

#include "barrier_checks.h"
#include "baselines/implementations/barriers.h"

namespace cqs::baselines::conformance {
namespace {

template <class B>
using is_abortable = std::bool_constant<abortable_barrier<B>>;
template <class B>
using is_stoppable = std::bool_constant<stoppable_barrier<B>>;

template <class B>
struct barriers_all : testing::Test {};
TYPED_TEST_SUITE(barriers_all, test_types<conforming<barriers_and_variants>>, type_names);

TYPED_TEST(barriers_all, keep_the_phases_apart) {
  EXPECT_EQ(mixed_phases<TypeParam>(), 0);
}

TYPED_TEST(barriers_all, publish_writes_before_the_arrival) {
  constexpr std::size_t phases = 30;
  TypeParam barrier(team_size);
  std::vector<std::size_t> written(team_size);
  run_team(team_size, [&](std::size_t index) {
    for (std::size_t phase = 1; phase <= phases; ++phase) {
      written[index] = phase;
      barrier.arrive_and_wait();
      EXPECT_EQ(written, std::vector<std::size_t>(team_size, phase));
      barrier.arrive_and_wait();
    }
  });
}

template <class B>
struct barriers_abortable : testing::Test {};
using barriers_abortable_types = test_types<claiming<barriers, is_abortable>>;
TYPED_TEST_SUITE(barriers_abortable, barriers_abortable_types, type_names);

TYPED_TEST(barriers_abortable, keep_the_phases_apart_when_waits_are_aborted_and_repeated) {
  EXPECT_EQ(mixed_phases<TypeParam>([](TypeParam& barrier, std::size_t phase, std::size_t index) {
              auto arrival = barrier.arrive();
              if ((phase + index) % 3 == 0) {
                barrier.wait(std::move(arrival));
              } else {
                while (!barrier.wait_for(arrival, std::chrono::microseconds(phase % 16))) {
                }
              }
            }),
            0);
}

template <class B>
struct barriers_stoppable : testing::Test {};
using barriers_stoppable_types = test_types<claiming<barriers, is_stoppable>>;
TYPED_TEST_SUITE(barriers_stoppable, barriers_stoppable_types, type_names);

TYPED_TEST(barriers_stoppable, abort_the_wait_but_keep_the_arrival_on_a_stop_request) {
  TypeParam barrier(2);
  std::stop_source source;
  line waiters;
  waiters.join([&] {
    const auto arrival = barrier.arrive();
    EXPECT_FALSE(barrier.wait(arrival, source.get_token()));
  });
  source.request_stop();
  waiters.leave();
  barrier.arrive_and_wait();  // the arrival of the aborted wait still counts
}

}  // namespace
}  // namespace cqs::baselines::conformance
