// Waits of Folly tasks: a task continues in its own executor, as with Folly's own waits, and allocates
// nothing.

#include <cstddef>
#include <cstdlib>
#include <new>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include <folly/Executor.h>
#include <folly/Function.h>
#include <folly/coro/Task.h>
#include <folly/io/async/Request.h>
#include <gtest/gtest.h>

#include <cqs/folly.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>

namespace {

std::size_t allocations = 0;

}  // namespace

// NOLINTBEGIN(cppcoreguidelines-no-malloc): these replace the global operators. Not inlined: a compiler that
// sees only one of the two warns of a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc)

namespace {

using folly::coro::Task;

/// An executor that runs its tasks on demand.
class manual_executor final : public folly::Executor {
 public:
  manual_executor() { _given.reserve(64); }  // so that it allocates nothing later

  void add(folly::Func function) override { _given.push_back(std::move(function)); }
  std::size_t run() {
    std::size_t ran = 0;
    for (; ran < _given.size(); ++ran) {
      auto next = std::move(_given[ran]);
      next();
    }
    _given.clear();
    return ran;
  }

 private:
  std::vector<folly::Func> _given;
};

class folly_task : public testing::Test {
 protected:
  void start(Task<void> task) {
    std::move(task)
        .scheduleOn(folly::getKeepAliveToken(&executor))
        .start([this](const folly::Try<void>& result) {
          ++ended;
          failed += result.hasException() ? 1 : 0;
        });
    executor.run();
  }

  manual_executor executor;
  int ended = 0;
  int failed = 0;
};

TEST_F(folly_task, continues_at_once_if_it_need_not_wait) {
  cqs::mutex mutex;
  const auto body = [&]() -> Task<void> { co_await mutex.async_lock(); };
  start(body());
  EXPECT_EQ(ended, 1);
  EXPECT_FALSE(mutex.try_lock());
}

TEST_F(folly_task, continues_in_its_executor) {
  cqs::binary_semaphore semaphore(0);
  const auto body = [&]() -> Task<void> { co_await semaphore.async_acquire(); };
  start(body());
  semaphore.release();
  EXPECT_EQ(ended, 0);
  EXPECT_EQ(executor.run(), 1);
  EXPECT_EQ(ended, 1);
}

TEST_F(folly_task, reports_an_abort) {
  cqs::queue_pool<int> pool;
  std::stop_source stop;
  std::optional<int> element = 1;
  const auto body = [&]() -> Task<void> { element = co_await pool.async_take(stop.get_token()); };
  start(body());
  stop.request_stop();
  EXPECT_EQ(ended, 0);
  executor.run();
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(element, std::nullopt);
}

TEST_F(folly_task, is_aborted_before_it_waits) {
  cqs::latch latch(1);
  std::stop_source stop;
  stop.request_stop();
  bool opened = true;
  const auto body = [&]() -> Task<void> { opened = co_await latch.async_wait(stop.get_token()); };
  start(body());
  EXPECT_EQ(ended, 1);
  EXPECT_FALSE(opened);
}

TEST_F(folly_task, is_resumed_in_fifo_order) {
  cqs::mutex mutex;
  std::vector<int> order;
  const auto body = [&](int number) -> Task<void> {
    const auto guard = co_await mutex.async_scoped_lock();
    order.push_back(number);
  };
  mutex.lock();
  for (int i = 0; i < 4; ++i) {
    start(body(i));
  }
  mutex.unlock();
  executor.run();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
  EXPECT_TRUE(mutex.try_lock());
}

TEST_F(folly_task, unlocks_when_it_throws) {
  cqs::mutex mutex;
  const auto body = [&]() -> Task<void> {
    const auto guard = co_await mutex.async_scoped_lock();
    throw std::runtime_error("in the critical section");
  };
  mutex.lock();
  start(body());
  mutex.unlock();
  executor.run();
  EXPECT_EQ(failed, 1);
  EXPECT_TRUE(mutex.try_lock());
}

TEST_F(folly_task, keeps_its_request_context) {
  cqs::binary_semaphore semaphore(0);
  folly::RequestContext* before = nullptr;
  folly::RequestContext* after = nullptr;
  const auto body = [&]() -> Task<void> {
    before = folly::RequestContext::get();
    co_await semaphore.async_acquire();
    after = folly::RequestContext::get();
  };
  {
    const folly::RequestContextScopeGuard context;
    start(body());
  }
  semaphore.release();
  executor.run();
  ASSERT_EQ(ended, 1);
  EXPECT_NE(before, folly::RequestContext::get());
  EXPECT_EQ(before, after);
}

TEST_F(folly_task, takes_no_memory_to_wait) {
  cqs::binary_semaphore semaphore(0);
  std::vector<std::size_t> seen;
  seen.reserve(4);
  const auto body = [&]() -> Task<void> {
    co_await semaphore.async_acquire();  // allocates a segment
    seen.push_back(allocations);
    co_await semaphore.async_acquire();  // waits
    seen.push_back(allocations);
    semaphore.release();
    co_await semaphore.async_acquire();  // does not wait
    seen.push_back(allocations);
  };
  start(body());
  for (int i = 0; i < 2; ++i) {
    semaphore.release();
    executor.run();
  }
  ASSERT_EQ(ended, 1);
  EXPECT_EQ(seen[1], seen[0]);
  EXPECT_EQ(seen[2], seen[0]);
}

}  // namespace
