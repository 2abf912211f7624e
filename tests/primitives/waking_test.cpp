// One operation lets many sleeping threads go, and makes few system calls itself: the threads wake each other.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/platform/native.h>
#include <cqs/shared_mutex.h>
#include <tests/support/sleeping_thread.h>

namespace {

/// The native platform with counters of the wake-ups.
struct counted : cqs::native {
  static inline thread_local std::uint32_t own_wakes = 0;
  static inline std::atomic<std::uint32_t> wakes = 0;
  static inline std::atomic<std::uint32_t> most_wakes_of_a_sleeper = 0;

  static void futex_wake_one(const atomic<std::uint32_t>* address) noexcept {
    ++own_wakes;
    ++wakes;
    native::futex_wake_one(address);
  }
};

constexpr std::uint32_t fan_out = cqs::waiting{}.fan_out;

/// All threads park at once, so that none of them is found awake.
constexpr cqs::options parking(std::uint32_t most) {
  cqs::waiting policy = cqs::park_at_once;
  policy.fan_out = most;
  return {.waiting = policy};
}

class many_sleepers : public testing::TestWithParam<std::uint32_t> {
 protected:
  void SetUp() override { counted::wakes = counted::most_wakes_of_a_sleeper = 0; }

  /// Returns the number of wake-ups that `let_go` makes in its own thread, when `wait` has put all threads to sleep.
  template <class Wait, class LetGo>
  std::uint32_t wakes_of(Wait wait, LetGo let_go) {
    std::deque<cqs::tests::sleeping_thread> sleepers;
    for (std::uint32_t i = 0; i < GetParam(); ++i) {
      sleepers.emplace_back([&wait](const std::stop_token& /*stop*/) {
        counted::own_wakes = 0;
        wait();
        std::uint32_t most = counted::most_wakes_of_a_sleeper.load();
        while (most < counted::own_wakes &&
               !counted::most_wakes_of_a_sleeper.compare_exchange_weak(most, counted::own_wakes)) {
        }
      });
    }
    counted::own_wakes = 0;
    let_go();
    const std::uint32_t own = counted::own_wakes;
    for (auto& each : sleepers) {
      each.join();
    }
    return own;
  }

  void expect_a_tree(std::uint32_t own) const {
    EXPECT_EQ(own, std::min(fan_out, GetParam())) << "of the thread that lets the others go";
    EXPECT_LE(counted::most_wakes_of_a_sleeper.load(), fan_out);
    EXPECT_EQ(counted::wakes.load(), GetParam()) << "each thread is woken once";
  }
};

TEST_P(many_sleepers, wake_each_other_when_a_latch_opens) {
  cqs::basic_latch<parking(fan_out), counted> latch(1);
  expect_a_tree(wakes_of([&] { latch.wait(); }, [&] { latch.count_down(); }));
}

TEST_P(many_sleepers, wake_each_other_when_a_phase_ends) {
  cqs::barrier<cqs::detail::no_completion, parking(fan_out), counted> barrier(std::ptrdiff_t{GetParam()} + 1);
  expect_a_tree(wakes_of([&] { barrier.arrive_and_wait(); }, [&] { barrier.arrive_and_wait(); }));
}

TEST_P(many_sleepers, wake_each_other_when_a_writer_lets_readers_in) {
  cqs::basic_shared_mutex<parking(fan_out), counted> mutex;
  mutex.lock();
  const auto read = [&] {
    mutex.lock_shared();
    mutex.unlock_shared();
  };
  expect_a_tree(wakes_of(read, [&] { mutex.unlock(); }));
}

TEST_P(many_sleepers, are_woken_by_one_thread_if_there_is_no_fan_out) {
  cqs::basic_latch<parking(0), counted> latch(1);
  EXPECT_EQ(wakes_of([&] { latch.wait(); }, [&] { latch.count_down(); }), GetParam());
}

INSTANTIATE_TEST_SUITE_P(of, many_sleepers, testing::Values(1U, 4U, 5U, 20U, 21U, 64U));

}  // namespace
