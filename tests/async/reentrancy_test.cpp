// User code that runs inside an operation of the library: a coroutine continues immediately, inside the
// operation that resumes it, and destroys or aborts another waiter of the same operation.

#include <coroutine>
#include <exception>
#include <optional>
#include <stop_token>
#include <utility>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

namespace {

/// Runs immediately; its owner destroys it.
class coroutine {
 public:
  struct promise_type {
    coroutine get_return_object() { return coroutine(handle::from_promise(*this)); }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };

  coroutine() = default;
  coroutine(coroutine&& other) noexcept : _handle(std::exchange(other._handle, {})) {}
  coroutine& operator=(coroutine&& other) noexcept {
    std::swap(_handle, other._handle);
    return *this;
  }
  ~coroutine() { destroy(); }

  void destroy() {
    if (const auto destroyed = std::exchange(_handle, {})) {
      destroyed.destroy();
    }
  }

 private:
  using handle = std::coroutine_handle<promise_type>;
  explicit coroutine(handle h) : _handle(h) {}
  handle _handle;
};

const auto at_once = [](std::coroutine_handle<> c) { c.resume(); };

struct reentrancy : testing::Test {
  coroutine first;
  coroutine second;
  bool first_ran = false;
  bool second_ran = false;
};

TEST_F(reentrancy, a_waiter_of_a_latch_destroys_the_next_one) {
  cqs::latch latch(1);
  const auto wait_first = [&]() -> coroutine {
    co_await latch.async_wait().via(at_once);
    first_ran = true;
    second.destroy();
  };
  const auto wait_second = [&]() -> coroutine {
    co_await latch.async_wait();
    second_ran = true;
  };
  first = wait_first();
  second = wait_second();
  latch.count_down();
  EXPECT_TRUE(first_ran);
  EXPECT_FALSE(second_ran);
}

TEST_F(reentrancy, a_waiter_of_a_latch_cancels_a_request_of_the_same_batch) {
  cqs::latch latch(1);
  std::optional<bool> cancelled;
  cqs::latch::request_type* request = nullptr;
  const auto wait = [&]() -> coroutine {
    co_await latch.async_wait().via(at_once);
    cancelled = request->cancel();
  };
  first = wait();
  auto waiting = latch.wait_request();
  request = &waiting;
  latch.count_down();
  EXPECT_EQ(cancelled, false) << "the latch is open";
}

TEST_F(reentrancy, a_party_of_a_barrier_destroys_the_next_one) {
  cqs::barrier<> barrier(3);
  const auto wait_first = [&]() -> coroutine {
    co_await barrier.async_arrive_and_wait().via(at_once);
    first_ran = true;
    second.destroy();
  };
  const auto wait_second = [&]() -> coroutine {
    co_await barrier.async_arrive_and_wait();
    second_ran = true;
  };
  first = wait_first();
  second = wait_second();
  static_cast<void>(barrier.arrive());
  EXPECT_TRUE(first_ran);
  EXPECT_FALSE(second_ran);
}

TEST_F(reentrancy, a_reader_destroys_the_next_one_and_no_lock_is_lost) {
  cqs::shared_mutex mutex;
  mutex.lock();
  const auto read_first = [&]() -> coroutine {
    co_await mutex.async_lock_shared().via(at_once);
    first_ran = true;
    second.destroy();
    mutex.unlock_shared();
  };
  const auto read_second = [&]() -> coroutine {
    co_await mutex.async_lock_shared();
    second_ran = true;
    mutex.unlock_shared();
  };
  first = read_first();
  second = read_second();
  mutex.unlock();
  EXPECT_TRUE(first_ran);
  EXPECT_FALSE(second_ran);
  EXPECT_TRUE(mutex.try_lock());
}

/// A reader holds the lock, a writer waits, and a reader waits behind it. The writer's abort lets that reader in.
TEST_F(reentrancy, a_reader_destroys_the_writer_whose_abort_let_it_in) {
  cqs::shared_mutex mutex;
  std::stop_source stop;
  mutex.lock_shared();
  const auto write = [&]() -> coroutine {
    const bool locked = co_await mutex.async_lock(stop.get_token());
    second_ran = locked;
  };
  const auto read = [&]() -> coroutine {
    co_await mutex.async_lock_shared().via(at_once);
    first_ran = true;
    second.destroy();
    mutex.unlock_shared();
  };
  second = write();
  first = read();
  stop.request_stop();
  EXPECT_TRUE(first_ran);
  EXPECT_FALSE(second_ran);
  mutex.unlock_shared();
  EXPECT_TRUE(mutex.try_lock());
}

TEST_F(reentrancy, a_reader_cancels_the_request_whose_cancellation_let_it_in) {
  cqs::shared_mutex mutex;
  mutex.lock_shared();
  auto writer = mutex.lock_request();
  const auto read = [&]() -> coroutine {
    co_await mutex.async_lock_shared().via(at_once);
    first_ran = true;
    EXPECT_FALSE(writer.cancel()) << "it is cancelled already";
    mutex.unlock_shared();
  };
  first = read();
  EXPECT_TRUE(writer.cancel());
  EXPECT_TRUE(first_ran);
  mutex.unlock_shared();
  EXPECT_TRUE(mutex.try_lock());
}

/// A stop request made by a coroutine aborts others, which continue when that one suspends.
TEST_F(reentrancy, an_aborted_coroutine_destroys_one_that_has_not_run_yet) {
  cqs::counting_semaphore<> never(0);
  cqs::counting_semaphore<> go(0);
  std::stop_source stop;
  coroutine third;
  const auto wait = [&](coroutine& destroyed, bool& ran) -> coroutine {
    const bool acquired = co_await never.async_acquire(stop.get_token());
    EXPECT_FALSE(acquired);
    ran = true;
    destroyed.destroy();
  };
  const auto request = [&]() -> coroutine {
    co_await go.async_acquire();
    stop.request_stop();
  };
  // The standard leaves the order of the callbacks of a stop request open: each destroys the other.
  first = wait(second, first_ran);
  second = wait(first, second_ran);
  third = request();
  go.release();
  EXPECT_NE(first_ran, second_ran);
}

/// A function that passes a coroutine on is called immediately, even inside a coroutine: that coroutine may
/// block on the passed one.
TEST_F(reentrancy, a_coroutine_is_passed_on_before_its_resumer_suspends) {
  cqs::counting_semaphore<> permits(0);
  cqs::counting_semaphore<> go(0);
  bool passed_on = false;
  bool passed_on_inside = false;
  const auto wait = [&]() -> coroutine {
    co_await permits.async_acquire().via([&](std::coroutine_handle<> /*c*/) { passed_on = true; });
  };
  const auto release = [&]() -> coroutine {
    co_await go.async_acquire();
    permits.release();
    passed_on_inside = passed_on;
  };
  first = wait();
  second = release();
  go.release();
  EXPECT_TRUE(passed_on_inside);
  first.destroy();  // it never ran on: its permit goes back while the semaphore lives
}

}  // namespace
