// Waits that never allocate: the segments are in memory that the program provides.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/condition_variable.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/provided_memory.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/weighted_semaphore.h>
#include <tests/support/team.h>

namespace {

/// The allocations of the calling thread.
thread_local std::uint64_t allocations = 0;

void* allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  return memory != nullptr ? memory : throw std::bad_alloc();
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  return allocate(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/,
                                       std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

namespace {

using namespace std::chrono_literals;

constexpr cqs::options small{.segment_size = 2, .scattering = cqs::no_scattering};

/// A memory of its own for each test, which the tag tells apart.
template <class Tag, std::size_t Blocks>
struct room {
  using memory = cqs::provided_memory<Tag>;

  room() { EXPECT_EQ(memory::provide(bytes), Blocks); }
  room(const room&) = delete;
  room& operator=(const room&) = delete;
  ~room() { EXPECT_EQ(memory::available(), Blocks) << "a block is lost, or was given back twice"; }

  // Static, because the memory keeps its blocks.
  alignas(memory::alignment) static inline std::array<std::byte, Blocks * memory::block_size> bytes{};
};

TEST(provided_memory, takes_whole_aligned_blocks) {
  using memory = cqs::provided_memory<struct whole, 128>;
  alignas(64) static std::array<std::byte, 64 + 3 * 128 + 127> bytes{};
  EXPECT_EQ(memory::provide(std::span(bytes).subspan(1)), 3U);
  EXPECT_EQ(memory::available(), 3U);
  EXPECT_EQ(memory::provide({}), 0U);
}

TEST(provided_memory, serves_all_waits_without_the_heap) {
  struct tag {};
  constexpr std::size_t team_size = 4;
  constexpr std::size_t queues = 9;  // the shared mutex and the pool have two
  constexpr std::size_t rounds = 100;
  constexpr std::size_t waits = team_size + 1;  // and the element of the pool
  room<tag, 3 * queues + waits + 2 * team_size> here;
  using memory = decltype(here)::memory;
  std::atomic<std::uint64_t> allocated = 0;
  {
    cqs::basic_mutex<small, memory> mutex;
    cqs::basic_condition_variable<small, memory> changed;
    cqs::basic_shared_mutex<small, memory> shared;
    cqs::counting_semaphore<2, small, memory> semaphore(2);
    cqs::weighted_semaphore<4, small, memory> weighted(4);
    cqs::barrier<cqs::detail::no_completion, small, memory> barrier(team_size);
    cqs::queue_pool<int, small, memory> pool;
    pool.put(7);
    std::uint64_t passed = 0;
    cqs::tests::run_team(team_size, [&](std::size_t member) {
      std::stop_source stop;
      const std::uint64_t before = allocations;
      for (std::size_t i = 0; i < rounds; ++i) {
        semaphore.acquire();
        semaphore.release();
        weighted.acquire(static_cast<std::ptrdiff_t>(member + 1));
        weighted.release(static_cast<std::ptrdiff_t>(member + 1));
        if (weighted.try_acquire_for(4, 1us)) {
          weighted.release(4);
        }
        pool.put(pool.take());
        if (mutex.try_lock_for(1us)) {
          mutex.unlock();
        }
        if (shared.lock(stop.get_token())) {
          shared.unlock_and_lock_shared();
          shared.unlock_shared();
        }
        shared.lock_shared();
        shared.unlock_shared();
        barrier.arrive_and_wait();
        std::unique_lock lock(mutex);
        if (++passed % team_size == 0) {
          changed.notify_all();
        } else {
          const std::uint64_t end = (passed / team_size + 1) * team_size;
          changed.wait(lock, [&] { return passed >= end; });
        }
      }
      allocated += allocations - before;
    });
    EXPECT_EQ(passed, team_size * rounds);
  }
  EXPECT_EQ(allocated, 0U) << "a wait has allocated";
}

TEST(provided_memory, refuses_a_wait_without_a_block_and_goes_on_afterwards) {
  struct tag {};
  room<tag, 2> here;
  using memory = decltype(here)::memory;
  using semaphore = cqs::counting_semaphore<9, small, memory>;
  semaphore first(0);
  {
    auto one = first.acquire_request();
    auto two = first.acquire_request();
    auto three = first.acquire_request();
    auto four = first.acquire_request();
    EXPECT_EQ(memory::available(), 0U);
    EXPECT_THROW(static_cast<void>(first.acquire_request()), std::bad_alloc);
    semaphore second(1);
    second.acquire();
    EXPECT_THROW(static_cast<void>(second.try_acquire_for(1h)), std::bad_alloc);
    second.release();
    EXPECT_TRUE(second.try_acquire()) << "the wait that was refused has left something behind";
    first.release(4);
    one.get(), two.get(), three.get(), four.get();
  }
  EXPECT_EQ(memory::available(), 1U) << "the object keeps one segment";
  auto again = first.acquire_request();
  EXPECT_TRUE(again.cancel());
}

TEST(provided_memory, takes_the_blocks_of_objects_that_have_ended) {
  struct tag {};
  room<tag, 2> here;
  for (int i = 0; i < 100; ++i) {
    cqs::basic_latch<small, decltype(here)::memory> latch(1);
    auto first = latch.wait_request();
    auto second = latch.wait_request();
    latch.count_down();
    first.get(), second.get();
  }
}

}  // namespace
