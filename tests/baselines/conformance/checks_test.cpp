#include <condition_variable>
#include <mutex>
#include <vector>

#include "barrier_checks.h"
#include "baselines/control/empty.h"
#include "latch_checks.h"
#include "mutex_checks.h"
#include "pool_checks.h"
#include "semaphore_checks.h"

/// Each check detects an implementation that breaks its rule.
namespace cqs::baselines::conformance {
namespace {

TEST(checks, find_a_mutex_that_excludes_nobody) {
  EXPECT_GT(meetings_inside<empty_mutex>(), 0);
}

TEST(checks, find_a_semaphore_that_blocks_nobody) {
  EXPECT_GT(crowds_inside<empty_semaphore>(), 0);
}

TEST(checks, find_a_latch_that_is_always_open) {
  EXPECT_GT(early_returns<empty_latch>(1), 0);
}

TEST(checks, find_a_barrier_that_lets_all_pass) {
  EXPECT_GT(mixed_phases<empty_barrier>(), 0);
}

TEST(checks, find_a_pool_that_gives_an_element_twice) {
  EXPECT_GT(doubled_elements<empty_pool>(), 0);
}

/// Serves the latest waiter first.
class lifo_semaphore {
 public:
  static constexpr description about{"test.lifo", "test", waiting::parking};

  explicit lifo_semaphore(std::ptrdiff_t permits) : _permits(permits) {}

  void acquire() {
    std::unique_lock lock(_mutex);
    const std::size_t own = ++_last;
    _waiting.push_back(own);
    _changed.wait(lock, [&] { return _permits > 0 && _waiting.back() == own; });
    _waiting.pop_back();
    --_permits;
  }
  void release() {
    const std::scoped_lock lock(_mutex);
    ++_permits;
    _changed.notify_all();
  }

 private:
  std::mutex _mutex;
  std::condition_variable _changed;
  std::vector<std::size_t> _waiting;
  std::size_t _last = 0;
  std::ptrdiff_t _permits;
};

TEST(checks, find_a_semaphore_that_serves_the_last_first) {
  EXPECT_FALSE(holds_in_one_of_three_tries(serves_in_order<lifo_semaphore>));
}

}  // namespace
}  // namespace cqs::baselines::conformance
