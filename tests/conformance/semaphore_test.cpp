#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"
#include "timed_waits.h"

namespace conformance {
namespace {

CONFORMANCE_CONSTINIT tested::counting_semaphore<> global_semaphore(2);
CONFORMANCE_CONSTINIT tested::binary_semaphore global_binary_semaphore(0);

static_assert(std::same_as<tested::binary_semaphore, tested::counting_semaphore<1>>);
static_assert(stays_in_place<tested::counting_semaphore<>> && stays_in_place<tested::binary_semaphore>);
static_assert(!std::is_default_constructible_v<tested::counting_semaphore<>>);
static_assert(std::is_constructible_v<tested::counting_semaphore<>, std::ptrdiff_t>);
static_assert(!std::is_convertible_v<std::ptrdiff_t, tested::counting_semaphore<>>);
static_assert(std::same_as<decltype(tested::counting_semaphore<>::max()), std::ptrdiff_t>);
static_assert(noexcept(tested::counting_semaphore<>::max()));
static_assert(tested::counting_semaphore<0>::max() >= 0);
static_assert(tested::counting_semaphore<7>::max() >= 7);
static_assert(tested::counting_semaphore<>::max() >= 1'000'000);
static_assert(tested::binary_semaphore::max() >= 1);
static_assert(noexcept(std::declval<tested::counting_semaphore<>&>().try_acquire()));
static_assert(requires(tested::counting_semaphore<> & s, std::chrono::steady_clock::time_point steady,
                       std::chrono::system_clock::time_point system) {
  { s.acquire() } -> std::same_as<void>;
  { s.try_acquire() } -> std::same_as<bool>;
  { s.try_acquire_for(1ms) } -> std::same_as<bool>;
  { s.try_acquire_until(steady) } -> std::same_as<bool>;
  { s.try_acquire_until(system) } -> std::same_as<bool>;
  { s.release() } -> std::same_as<void>;
  { s.release(std::ptrdiff_t{2}) } -> std::same_as<void>;
});

/// Takes all permits and returns their number.
template <class Semaphore>
int drain(Semaphore& s) {
  int permits = 0;
  while (s.try_acquire()) {
    ++permits;
  }
  return permits;
}

TEST(counting_semaphore, has_its_initial_permits) {
  tested::counting_semaphore<10> s(3);
  EXPECT_EQ(drain(s), 3);
  EXPECT_FALSE(s.try_acquire());
  tested::counting_semaphore<10> full(10);
  EXPECT_EQ(drain(full), 10);
  tested::counting_semaphore<10> none(0);
  EXPECT_EQ(drain(none), 0);
}

#ifndef CQS_CONFORMANCE_OF_OVERTAKING  // there it is an alias, whose arguments clang++ 14 cannot deduce
TEST(counting_semaphore, needs_no_template_argument) {
  tested::counting_semaphore s(1);
  static_assert(std::same_as<decltype(s), tested::counting_semaphore<>>);
  EXPECT_TRUE(s.try_acquire());
}
#endif

TEST(counting_semaphore, release_adds_the_given_number_of_permits) {
  tested::counting_semaphore<10> s(0);
  s.release();
  EXPECT_EQ(drain(s), 1);
  s.release(4);
  EXPECT_EQ(drain(s), 4);
  s.release(0);
  EXPECT_EQ(drain(s), 0);
  s.release(10);
  EXPECT_EQ(drain(s), 10);
}

TEST(counting_semaphore, acquire_takes_one_permit) {
  tested::counting_semaphore<> s(3);
  s.acquire();
  EXPECT_EQ(drain(s), 2);
}

TEST(counting_semaphore, acquire_waits_for_release) {
  tested::counting_semaphore<> s(0);
  std::atomic<bool> acquired = false;
  const joining_thread waiter([&] {
    s.acquire();
    acquired = true;
  });
  std::this_thread::sleep_for(moment);
  EXPECT_FALSE(acquired);
  s.release();
  EXPECT_TRUE(eventually([&] { return acquired.load(); }));
}

TEST(counting_semaphore, one_release_of_several_permits_wakes_as_many_waiters) {
  tested::counting_semaphore<> s(0);
  std::atomic<int> gone = 0;
  const joining_thread waiters([&] {
    in_threads(5, [&](int) {
      s.acquire();
      ++gone;
    });
  });
  std::this_thread::sleep_for(moment);
  s.release(3);
  EXPECT_TRUE(eventually([&] { return gone == 3; }));
  std::this_thread::sleep_for(moment);
  EXPECT_EQ(gone, 3);
  s.release(4);
  EXPECT_TRUE(eventually([&] { return gone == 5; }));
  EXPECT_TRUE(eventually([&] { return s.try_acquire(); }));
  EXPECT_TRUE(eventually([&] { return s.try_acquire(); }));
  EXPECT_FALSE(s.try_acquire());
}

TEST(counting_semaphore, bounds_the_number_of_holders) {
  constexpr int permits = 3;
  tested::counting_semaphore<permits> s(permits);
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  in_threads(6, [&](int) {
    for (int round = 0; round < 500; ++round) {
      s.acquire();
      const int now = ++inside;
      int seen = most;
      while (now > seen && !most.compare_exchange_weak(seen, now)) {
      }
      if (round % 50 == 0) {
        std::this_thread::yield();
      }
      --inside;
      s.release();
    }
  });
  EXPECT_LE(most, permits);
  EXPECT_EQ(drain(s), permits);
}

TEST(counting_semaphore, release_makes_writes_visible) {
  // A ring of slots, protected only by the counts of free and full slots.
  constexpr std::ptrdiff_t slots = 4;
  constexpr int items = 5000;
  tested::counting_semaphore<slots> free_slots(slots);
  tested::counting_semaphore<slots> full_slots(0);
  std::array<int, slots> ring{};
  long sum = 0;
  in_threads(2, [&](int i) {
    for (std::size_t item = 0; item < items; ++item) {
      if (i == 0) {
        free_slots.acquire();
        ring[item % slots] = static_cast<int>(item);
        full_slots.release();
      } else {
        full_slots.acquire();
        sum += ring[item % slots];
        free_slots.release();
      }
    }
  });
  EXPECT_EQ(sum, static_cast<long>(items) * (items - 1) / 2);
}

TEST(counting_semaphore, globals_are_initialized_before_main) {
  global_semaphore.acquire();
  EXPECT_TRUE(global_semaphore.try_acquire());
  EXPECT_FALSE(global_semaphore.try_acquire());
  global_semaphore.release(2);
  EXPECT_FALSE(global_binary_semaphore.try_acquire());
}

TEST(binary_semaphore, passes_between_two_threads) {
  tested::binary_semaphore ping(0);
  tested::binary_semaphore pong(0);
  int turns = 0;
  in_threads(2, [&](int i) {
    for (int round = 0; round < 2000; ++round) {
      if (i == 0) {
        ++turns;
        ping.release();
        pong.acquire();
      } else {
        ping.acquire();
        ++turns;
        pong.release();
      }
    }
  });
  EXPECT_EQ(turns, 4000);
}

TEST(binary_semaphore, excludes_like_a_mutex) {
  tested::binary_semaphore s(1);
  int count = 0;
  in_threads(4, [&](int i) {
    for (int round = 0; round < 1000; ++round) {
      if (i % 2 == 0) {
        s.acquire();
      } else {
        while (!s.try_acquire()) {
          std::this_thread::yield();
        }
      }
      ++count;
      s.release();
    }
  });
  EXPECT_EQ(count, 4000);
}

template <class Semaphore>
struct try_acquire_within {
  Semaphore& s;

  template <class Rep, class Period>
  bool operator()(std::chrono::duration<Rep, Period> timeout) const {
    return s.try_acquire_for(timeout);
  }
  template <class Clock, class Duration>
  bool operator()(std::chrono::time_point<Clock, Duration> deadline) const {
    return s.try_acquire_until(deadline);
  }
};
template <class Semaphore>
try_acquire_within(Semaphore&) -> try_acquire_within<Semaphore>;

TEST(counting_semaphore, a_free_permit_is_acquired_with_any_timeout) {
  tested::counting_semaphore<> s(1);
  expect_success_at_once(try_acquire_within{s}, [&s] { s.release(); });
  EXPECT_EQ(drain(s), 1);
}

TEST(counting_semaphore, a_timed_acquire_times_out_and_not_too_early) {
  tested::counting_semaphore<> s(0);
  expect_failure_in_time(try_acquire_within{s});
  s.release();
  EXPECT_EQ(drain(s), 1) << "a timed-out acquire took a permit";
}

TEST(binary_semaphore, a_timed_acquire_succeeds_if_release_comes_in_time) {
  tested::binary_semaphore s(0);
  expect_success_after_a_while(
      try_acquire_within{s}, [&s] { s.release(); }, [] {});
  EXPECT_FALSE(s.try_acquire());
}

TEST(counting_semaphore, timeouts_lose_no_permit) {
  constexpr int permits = 2;
  tested::counting_semaphore<permits> s(permits);
  std::atomic<int> inside = 0;
  std::atomic<bool> exceeded = false;
  in_threads(5, [&](int i) {
    for (int round = 0; round < 300; ++round) {
      if (!s.try_acquire_for(std::chrono::microseconds((11 * i + round) % 50))) {
        continue;
      }
      if (++inside > permits) {
        exceeded = true;
      }
      if (round % 10 == 0) {
        std::this_thread::sleep_for(50us);
      }
      --inside;
      s.release();
    }
  });
  EXPECT_FALSE(exceeded);
  EXPECT_EQ(drain(s), permits);
}

}  // namespace
}  // namespace conformance
