// Waits by completion tokens of Boost.Asio: where handlers run, what they get, and that nothing is lost.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#if defined(BOOST_ASIO_HAS_CO_AWAIT)
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#endif

#include <gtest/gtest.h>

#include <cqs/asio.h>
#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/weighted_semaphore.h>

namespace {

thread_local bool no_memory_for_segments = false;

}  // namespace

// Segments are the only objects of these tests with such an alignment. Not inlined: see timer_test.cpp.
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  void* const memory = no_memory_for_segments ? nullptr : std::aligned_alloc(to, (size + to - 1) / to * to);
  return memory != nullptr ? memory : throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*a*/) noexcept {
  std::free(memory);
}

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using boost::system::error_code;

/// A handler of a context that notes what it got.
struct noted {
  int calls = 0;
  error_code error;
};

auto note_in(asio::io_context& context, noted& result) {
  return asio::bind_executor(context, [&result](error_code error) {
    ++result.calls;
    result.error = error;
  });
}

TEST(asio_wait, runs_its_handler_in_the_executor_and_not_inside_the_call) {
  asio::io_context context;
  cqs::counting_semaphore<> semaphore(1);
  noted at_once;
  noted later;
  cqs::asio::async_acquire(semaphore, note_in(context, at_once));
  cqs::asio::async_acquire(semaphore, note_in(context, later));
  EXPECT_EQ(at_once.calls, 0) << "a handler ran inside the call";
  EXPECT_EQ(context.poll(), 1U);
  EXPECT_EQ(at_once.calls, 1);
  EXPECT_EQ(later.calls, 0);
  std::jthread([&] { semaphore.release(); }).join();
  EXPECT_EQ(later.calls, 0) << "a handler ran in the thread that released";
  EXPECT_EQ(context.run(), 1U);
  EXPECT_EQ(later.calls, 1);
  EXPECT_FALSE(at_once.error || later.error);
  EXPECT_FALSE(semaphore.try_acquire());
}

TEST(asio_wait, counts_as_work_of_its_executor) {
  asio::io_context context;
  cqs::binary_semaphore semaphore(0);
  noted result;
  cqs::asio::async_acquire(semaphore, note_in(context, result));
  std::jthread giving([&] {
    std::this_thread::sleep_for(5ms);
    semaphore.release();
  });
  context.run();  // returns when nothing is left to do
  EXPECT_EQ(result.calls, 1);
}

TEST(asio_wait, reports_why_it_has_ended) {
  asio::io_context context;
  cqs::binary_semaphore semaphore(0);
  std::stop_source stop;
  noted stopped;
  noted late;
  noted either;
  cqs::asio::async_acquire(semaphore, stop.get_token(), note_in(context, stopped));
  cqs::asio::async_acquire_for(semaphore, 1ms, std::stop_token(), note_in(context, late));
  cqs::asio::async_acquire_until(semaphore, std::chrono::system_clock::now() + 1h, stop.get_token(),
                                 note_in(context, either));
  stop.request_stop();
  context.run();
  EXPECT_EQ(stopped.error, asio::error::operation_aborted);
  EXPECT_EQ(either.error, asio::error::operation_aborted);
  EXPECT_EQ(late.error, asio::error::timed_out);
  EXPECT_EQ(stopped.calls + either.calls + late.calls, 3);
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire());
}

TEST(asio_wait, reports_that_there_is_no_memory) {
  asio::io_context context;
  cqs::binary_semaphore semaphore(0);
  noted result;
  no_memory_for_segments = true;
  cqs::asio::async_acquire(semaphore, note_in(context, result));
  no_memory_for_segments = false;
  context.run();
  EXPECT_EQ(result.calls, 1);
  EXPECT_EQ(result.error, asio::error::no_memory);
  semaphore.release();
  EXPECT_TRUE(semaphore.try_acquire());
}

TEST(asio_wait, is_there_for_every_primitive) {
  asio::io_context context;
  cqs::weighted_semaphore<> weighted(2);
  cqs::mutex mutex;
  cqs::shared_mutex shared;
  cqs::queue_pool<std::unique_ptr<int>> pool;
  cqs::latch latch(2);
  cqs::barrier barrier(3, []() noexcept {});
  std::vector<noted> results(10);
  int next = 0;
  const auto note = [&] { return note_in(context, results[static_cast<std::size_t>(next++)]); };
  cqs::asio::async_acquire(weighted, 2, note());
  cqs::asio::async_lock(mutex, note());
  cqs::asio::async_lock_shared(shared, note());
  cqs::asio::async_lock_for(shared, 1ms, note());
  cqs::asio::async_arrive_and_wait(latch, note());
  cqs::asio::async_wait(latch, note());
  cqs::asio::async_wait_for(latch, 1h, note());
  cqs::asio::async_arrive_and_wait(barrier, note());
  cqs::asio::async_wait(barrier, barrier.arrive(), note());
  const auto arrival = barrier.arrive();
  cqs::asio::async_wait_for(barrier, arrival, 1h, note());
  latch.count_down();
  std::optional<std::unique_ptr<int>> taken;
  cqs::asio::async_take(
      pool, asio::bind_executor(context, [&](error_code error, std::optional<std::unique_ptr<int>> element) {
        EXPECT_FALSE(error);
        taken = std::move(element);
      }));
  pool.put(std::make_unique<int>(7));
  bool none = false;
  cqs::asio::async_take_for(pool, 1ms, asio::bind_executor(context, [&](error_code error, auto element) {
                              none = error == asio::error::timed_out && !element;
                            }));
  context.run();
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].calls, 1) << i;
    EXPECT_EQ(results[i].error, i == 3 ? error_code(asio::error::timed_out) : error_code()) << i;
  }
  EXPECT_TRUE(none);
  ASSERT_TRUE(taken);
  EXPECT_EQ(**taken, 7);
  EXPECT_FALSE(mutex.try_lock());
  EXPECT_FALSE(shared.try_lock());
  EXPECT_TRUE(shared.try_lock_shared());
}

TEST(asio_wait, hands_over_a_lock) {
  asio::io_context context;
  cqs::mutex mutex;
  bool owned = false;
  cqs::asio::async_scoped_lock(
      mutex, asio::bind_executor(context, [&](error_code error, std::unique_lock<cqs::mutex> lock) {
        owned = !error && lock.owns_lock() && !mutex.try_lock();
      }));
  context.run();
  EXPECT_TRUE(owned);
  EXPECT_TRUE(mutex.try_lock());
}

TEST(asio_wait, gives_a_future) {
  cqs::queue_pool<int> pool;
  auto taken = cqs::asio::async_take(pool, asio::use_future);
  pool.put(7);
  EXPECT_EQ(taken.get(), 7);
  auto late = cqs::asio::async_take_for(pool, 1ms, asio::use_future);
  EXPECT_THROW(late.get(), boost::system::system_error);
}

// The context ends with a handler that has not run: its permit goes back.
TEST(asio_wait, gives_back_what_a_dropped_handler_got) {
  cqs::binary_semaphore semaphore(0);
  noted result;
  {
    asio::io_context context;
    cqs::asio::async_acquire(semaphore, note_in(context, result));
    semaphore.release();
    EXPECT_FALSE(semaphore.try_acquire());
  }
  EXPECT_EQ(result.calls, 0);
  EXPECT_TRUE(semaphore.try_acquire());
}

/// Counts the bytes that are allocated.
template <class T>
struct counting_allocator {
  using value_type = T;
  explicit counting_allocator(std::ptrdiff_t& bytes) noexcept : balance(&bytes) {}
  template <class U>
  counting_allocator(const counting_allocator<U>& other) noexcept : balance(other.balance) {}
  T* allocate(std::size_t count) {
    *balance += static_cast<std::ptrdiff_t>(count * sizeof(T));
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    *balance -= static_cast<std::ptrdiff_t>(count * sizeof(T));
    std::allocator<T>().deallocate(memory, count);
  }
  friend bool operator==(const counting_allocator&, const counting_allocator&) noexcept = default;
  std::ptrdiff_t* balance;
};

struct allocating_handler {
  using executor_type = asio::io_context::executor_type;
  using allocator_type = counting_allocator<void*>;
  executor_type get_executor() const noexcept { return context->get_executor(); }
  allocator_type get_allocator() const noexcept { return allocator_type(*balance); }
  void operator()(error_code /*error*/) const { *left = *balance; }
  asio::io_context* context;
  std::ptrdiff_t* balance;
  std::ptrdiff_t* left;
};

TEST(asio_wait, takes_and_frees_the_memory_of_its_handler) {
  asio::io_context context;
  cqs::binary_semaphore semaphore(0);
  std::ptrdiff_t balance = 0;
  std::ptrdiff_t left = -1;
  cqs::asio::async_acquire(semaphore, allocating_handler{&context, &balance, &left});
  EXPECT_GT(balance, 0);
  semaphore.release();
  context.run();
  EXPECT_EQ(left, 0) << "memory is held while the handler runs";
  EXPECT_EQ(balance, 0);
}

// A third of the waits is granted, a third is stopped, a third comes to its deadline; all at the same time.
TEST(asio_wait, ten_thousand_with_cancellation_lose_nothing) {
  constexpr int count = 10'000;
  constexpr int permits = 4;
  cqs::counting_semaphore<> semaphore(0);
  asio::thread_pool threads(3);
  auto strand = asio::make_strand(threads);
  std::stop_source stop;
  std::atomic<int> granted = 0;
  std::atomic<int> aborted = 0;
  int in_strand = 0;  // the strand orders the handlers that use it
  const auto done = [&](error_code error) {
    if (error) {
      ++aborted;
      return;
    }
    ++granted;
    asio::post(threads, [&] { semaphore.release(); });
  };
  const auto done_in_strand = asio::bind_executor(strand, [&](error_code error) {
    ++in_strand;
    done(error);
  });
  for (int i = 0; i < count; ++i) {
    if (i % 3 == 0) {
      cqs::asio::async_acquire(semaphore, asio::bind_executor(threads, done));
    } else if (i % 3 == 1) {
      cqs::asio::async_acquire(semaphore, stop.get_token(), done_in_strand);
    } else {
      cqs::asio::async_acquire_for(semaphore, std::chrono::microseconds(i), stop.get_token(),
                                   asio::bind_executor(threads, done));
    }
    if (i == count / 2) {
      semaphore.release(permits);
    }
  }
  std::this_thread::sleep_for(2ms);
  stop.request_stop();
  threads.join();
  EXPECT_EQ(granted + aborted, count);
  EXPECT_GE(granted, (count + 2) / 3);
  EXPECT_EQ(in_strand, (count + 1) / 3);
  for (int i = 0; i < permits; ++i) {
    EXPECT_TRUE(semaphore.try_acquire()) << "a permit is lost";
  }
  EXPECT_FALSE(semaphore.try_acquire()) << "there is one permit too many";
}

#if defined(BOOST_ASIO_HAS_CO_AWAIT)
TEST(asio_wait, ten_thousand_coroutines_lose_nothing) {
  constexpr int count = 10'000;
  constexpr int permits = 4;
  cqs::counting_semaphore<> semaphore(permits);
  cqs::queue_pool<int> pool;
  pool.put(7);
  asio::thread_pool threads(3);
  std::stop_source stop;
  std::atomic<int> granted = 0;
  std::atomic<int> aborted = 0;
  const auto session = [&](int number) -> asio::awaitable<void> {
    error_code error;
    const auto token = asio::redirect_error(asio::use_awaitable, error);
    if (number % 2 == 0) {
      co_await cqs::asio::async_acquire_for(semaphore, std::chrono::microseconds(number), stop.get_token(),
                                            token);
    } else {
      co_await cqs::asio::async_acquire(semaphore, stop.get_token(), token);
    }
    if (error) {
      ++aborted;
      co_return;
    }
    const std::optional<int> element = co_await cqs::asio::async_take(pool, asio::use_awaitable);
    ++granted;
    pool.put(*element);
    semaphore.release();
  };
  for (int i = 0; i < count; ++i) {
    asio::co_spawn(threads, session(i), asio::detached);
  }
  std::this_thread::sleep_for(3ms);
  stop.request_stop();
  threads.join();
  EXPECT_EQ(granted + aborted, count);
  EXPECT_EQ(pool.try_take(), 7);
  for (int i = 0; i < permits; ++i) {
    EXPECT_TRUE(semaphore.try_acquire()) << "a permit is lost";
  }
  EXPECT_FALSE(semaphore.try_acquire()) << "there is one permit too many";
}
#endif

}  // namespace
