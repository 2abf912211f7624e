// Phases of a barrier never mix, whether parties arrive, wait, drop out or abort their wait.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <tests/support/impatience.h>
#include <tests/support/structure.h>
#include <tests/support/team.h>

namespace {

struct no_completion {
  void operator()() const noexcept {}
};

template <std::size_t SegmentSize>
struct segment_of {
  static constexpr cqs::options variant{.segment_size = SegmentSize};
};

template <class Segment>
class barrier_of : public testing::Test {};
using sizes = testing::Types<segment_of<1>, segment_of<2>, segment_of<64>>;
TYPED_TEST_SUITE(barrier_of, sizes);

TYPED_TEST(barrier_of, any_number_of_parties_keeps_phases_apart) {
  for (const std::size_t parties : {1U, 2U, 3U, 7U}) {
    std::size_t phase = 0;
    std::atomic<std::size_t> arrived = 0;
    auto completion = [&]() noexcept {
      EXPECT_EQ(arrived.exchange(0), parties);
      ++phase;
    };
    cqs::barrier<decltype(completion), TypeParam::variant> barrier(static_cast<std::ptrdiff_t>(parties),
                                                                   completion);
    cqs::tests::run_team(parties, [&](std::size_t /*member*/) {
      for (std::size_t i = 0; i < 500; ++i) {
        EXPECT_EQ(phase, i);
        ++arrived;
        barrier.arrive_and_wait();
        EXPECT_EQ(phase, i + 1);
      }
    });
    cqs::tests::expect_sound_structure(barrier.queue());
    EXPECT_LE(barrier.queue().segment_count(), 2U);
  }
}

/// Some parties call arrive_and_wait, some call arrive and wait separately, some let another thread wait, and
/// some abort a wait and repeat it.
TYPED_TEST(barrier_of, all_ways_to_arrive_and_wait_keep_phases_apart) {
  constexpr std::size_t parties = 4;
  constexpr std::size_t phases = 400;
  std::size_t phase = 0;
  auto completion = [&]() noexcept { ++phase; };
  cqs::barrier<decltype(completion), TypeParam::variant> barrier(parties, completion);
  cqs::tests::stop_requester stops(parties);
  cqs::tests::run_team(parties, [&](std::size_t member) {
    cqs::tests::impatience patience(stops, member);
    for (std::size_t i = 0; i < phases; ++i) {
      EXPECT_EQ(phase, i);
      if (patience.one_in(2)) {
        barrier.arrive_and_wait();
      } else {
        auto token = barrier.arrive();
        bool over = false;
        while (!over) {
          over = patience.wait([&] { return barrier.wait(std::move(token)), true; },
                               [&](auto timeout) { return barrier.wait_for(token, timeout); },
                               [&](auto stop) { return barrier.wait(token, stop); });
        }
      }
      EXPECT_EQ(phase, i + 1);
    }
  });
  cqs::tests::expect_sound_structure(barrier.queue());
}

/// Threads that only wait, with tokens of a barrier whose parties are already in a later phase.
TYPED_TEST(barrier_of, bystanders_that_wait_for_a_phase_are_resumed) {
  constexpr std::size_t phases = 300;
  std::atomic<std::size_t> phase = 0;
  auto completion = [&]() noexcept { ++phase; };
  cqs::barrier<decltype(completion), TypeParam::variant> barrier(2, completion);
  cqs::tests::run_team(2, [&](std::size_t /*member*/) {
    for (std::size_t i = 0; i < phases; ++i) {
      std::jthread bystander([&barrier, &phase, i, token = barrier.arrive()]() mutable {
        barrier.wait(std::move(token));
        EXPECT_GE(phase, i + 1);
      });
      if (i % 3 == 0) {
        continue;  // arrive again before the bystander waits; it waits in the destructor
      }
      bystander.join();
    }
  });
  EXPECT_EQ(phase, phases);
}

TEST(barrier, continues_with_the_remaining_parties) {
  int phases = 0;
  cqs::barrier barrier(3, [&]() noexcept { ++phases; });
  barrier.arrive_and_drop();
  static_cast<void>(barrier.arrive(2));
  EXPECT_EQ(phases, 1);
  static_cast<void>(barrier.arrive());
  barrier.arrive_and_drop();
  EXPECT_EQ(phases, 2);
  barrier.arrive_and_wait();
  EXPECT_EQ(phases, 3);
}

TEST(barrier, an_aborted_wait_keeps_its_arrival) {
  cqs::barrier<no_completion> barrier(2, {});
  const auto token = barrier.arrive();
  EXPECT_FALSE(barrier.wait_for(token, std::chrono::milliseconds(1)));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(barrier.wait(token, stop.get_token()));
  EXPECT_FALSE(barrier.wait_until(token, std::chrono::system_clock::now()));
  barrier.arrive_and_wait();
  EXPECT_TRUE(barrier.wait_for(token, std::chrono::seconds(0)));
}

}  // namespace
