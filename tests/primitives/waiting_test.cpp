// How a thread waits depends on its position in the queue, and is bounded.

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <cqs/platform/native.h>
#include <cqs/semaphore.h>
#include <tests/support/sleeping_thread.h>

namespace {

/// The native platform with two processors, and counters of all that a waiting thread does.
struct counted : cqs::native {
  static inline std::atomic<std::uint32_t> yields = 0;
  static inline std::atomic<std::uint32_t> pauses = 0;
  static inline std::atomic<std::uint32_t> sleeps = 0;
  static inline std::atomic<std::uint32_t> wakes = 0;

  static unsigned processors() noexcept { return 2; }
  static void pause() noexcept {
    ++pauses;
    native::pause();
  }
  static void yield() noexcept {
    ++yields;
    native::yield();
  }
  static void futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    ++sleeps;
    native::futex_wait(word, expected);
  }
  static void futex_wake_one(const atomic<std::uint32_t>* address) noexcept {
    ++wakes;
    native::futex_wake_one(address);
  }
  static void reset() { yields = pauses = sleeps = wakes = 0; }
};

constexpr cqs::waiting policy{
    .spin_ns = 1'000, .most_spin_ns = 1'000, .yields = 5, .near = 3, .wake_ahead = 1};
using semaphore = cqs::counting_semaphore<9, cqs::options{.waiting = policy}, counted>;

template <class Condition>
void await(Condition condition) {
  while (!condition()) {
    std::this_thread::yield();
  }
}

/// Starts a thread that waits behind `before` requests, and ends its wait when it sleeps.
class waiting_thread : public testing::Test {
 protected:
  void SetUp() override { counted::reset(); }

  template <class Semaphore = semaphore>
  void sleep_behind(int before) {
    Semaphore tested(0);
    using request = typename Semaphore::request_type;
    std::vector<std::unique_ptr<request>> line;  // a request does not move
    for (int i = 0; i < before; ++i) {
      line.emplace_back(new request(tested.acquire_request()));
    }
    std::jthread waiting([&tested] { tested.acquire(); });
    await([] { return counted::sleeps.load() > 0; });
    pauses = counted::pauses.load();
    yields = counted::yields.load();
    tested.release(before + 1);
  }

  std::uint32_t pauses = 0;
  std::uint32_t yields = 0;
};

TEST_F(waiting_thread, spins_and_yields_before_it_parks_if_it_is_the_first) {
  sleep_behind(0);
  EXPECT_GE(pauses, policy.look_interval);
  EXPECT_EQ(yields, policy.yields);
}

TEST_F(waiting_thread, only_yields_if_the_waiters_before_it_need_the_processors) {
  sleep_behind(1);
  EXPECT_EQ(pauses, 0U);
  EXPECT_EQ(yields, policy.yields);
}

TEST_F(waiting_thread, parks_at_once_if_it_is_far_from_the_front) {
  sleep_behind(3);
  EXPECT_EQ(pauses, 0U);
  EXPECT_EQ(yields, 0U);
}

TEST_F(waiting_thread, parks_at_once_if_it_is_told_to) {
  sleep_behind<cqs::counting_semaphore<9, cqs::options{.waiting = cqs::park_at_once}, counted>>(0);
  EXPECT_EQ(pauses, 0U);
  EXPECT_EQ(yields, 0U);
}

TEST_F(waiting_thread, is_woken_ahead_of_its_turn) {
  semaphore tested(0);
  auto first = tested.acquire_request();
  cqs::tests::sleeping_thread waiting([&tested](const std::stop_token& /*stop*/) { tested.acquire(); });
  const std::uint32_t yields_before = counted::yields.load();
  tested.release();
  first.get();
  await([] { return counted::sleeps.load() > 1; });
  EXPECT_GT(counted::yields.load(), yields_before) << "it polls before it parks again";
  EXPECT_EQ(counted::wakes.load(), 1U);
  tested.release();
  waiting.join();
}

}  // namespace
