// Coroutines as waiters: whoever resumes or aborts one goes on with it, while the thread that began to wait may
// still be on its way out. There is no trampoline here: a coroutine runs inside of what resumes it.

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>

#include <cqs/barrier.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// Runs when it is called, and frees its frame when it ends. The frame is memory of the execution.
struct coroutine {
  struct promise_type {
    using units = allocator<std::max_align_t>;
    static void* operator new(std::size_t size) {
      return units().allocate((size + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
    }
    static void operator delete(void* frame, std::size_t size) {
      units().deallocate(static_cast<std::max_align_t*>(frame), size);
    }
    coroutine get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

template <options Options>
struct world {
  explicit world(int permits = 1) : semaphore(permits) {}

  void enter() { ++inside.write(); }

  void use() {
    semaphore.acquire();
    enter();
    semaphore.release();
  }
  coroutine use_async() {
    co_await semaphore.async_acquire();
    enter();
    semaphore.release();
    ended.fetch_add(1, std::memory_order_relaxed);
  }
  coroutine use_until_stopped() {
    const bool success = co_await semaphore.async_acquire(stop.get_token());
    if (success) {
      enter();
      semaphore.release();
    }
    ended.fetch_add(1, std::memory_order_relaxed);
  }
  /// Keeps what it gets.
  coroutine take_until_stopped() {
    const bool success = co_await semaphore.async_acquire(stop.get_token());
    if (success) {
      enter();
      granted.fetch_add(1, std::memory_order_relaxed);
    }
    ended.fetch_add(1, std::memory_order_relaxed);
  }

  void check(std::uint32_t coroutines, std::int64_t permits) {
    require(ended.load(std::memory_order_relaxed) == coroutines, "a coroutine was not resumed");
    require_sound(semaphore.queue());
    for (std::int64_t i = granted.load(std::memory_order_relaxed); i < permits; ++i) {
      require(semaphore.try_acquire(), "a permit is lost");
    }
    require(!semaphore.try_acquire(), "a permit has doubled");
  }

  counting_semaphore<9, Options, checked> semaphore;
  checked::plain<int> inside{0};
  checked::stop_source stop;
  checked::atomic<std::uint32_t> granted{0};
  checked::atomic<std::uint32_t> ended{0};
};

/// The coroutine goes on in the thread that takes it out of here.
template <options Options>
struct elsewhere : world<Options> {
  elsewhere() : world<Options>(0) {}

  coroutine take_elsewhere() {
    const auto post = [this](std::coroutine_handle<> c) {
      mailbox.write() = c;
      full.store(1, std::memory_order_release);
      checked::futex_wake_one(&full);
    };
    const bool success = co_await this->semaphore.async_acquire(this->stop.get_token()).via(post);
    if (success) {
      this->enter();
      this->granted.fetch_add(1, std::memory_order_relaxed);
    }
    this->ended.fetch_add(1, std::memory_order_relaxed);
    // One that did not have to wait has not been posted.
    if (full.exchange(1, std::memory_order_relaxed) == 0) {
      checked::futex_wake_one(&full);
    }
  }
  void work() {
    while (full.load(std::memory_order_acquire) == 0) {
      checked::futex_wait(full, 0);
    }
    if (mailbox.read() != nullptr) {
      mailbox.read().resume();
    }
  }

  checked::atomic<std::uint32_t> full{0};
  checked::plain<std::coroutine_handle<>> mailbox;
};

/// The semaphore ends as soon as its last user has what it waited for.
template <options Options>
struct short_lived {
  coroutine acquire_and_destroy() {
    co_await semaphore->async_acquire();
    checked::destroy(semaphore);
  }
  counting_semaphore<9, Options, checked>* semaphore =
      checked::create<counting_semaphore<9, Options, checked>>(0);
};

struct add_semaphores {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    using elsewhere = check::elsewhere<Options>;
    using short_lived = check::short_lived<Options>;

    add_scenario<world>(prefix + ".three", "two coroutines and a thread share one permit")
        .thread([](world& w) { w.use_async(); })
        .thread([](world& w) { w.use_async(); })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(2, 1); });

    add_scenario<world>(prefix + ".stop", "of a coroutine and a thread, the coroutine is asked to stop")
        .thread([](world& w) { w.use_until_stopped(); })
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(1, 1); });

    add_scenario<world>(prefix + ".stop_alone", "a coroutine is asked to stop while it begins to wait")
        .world(0)
        .thread([](world& w) { w.use_until_stopped(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(1, 0); });

    add_scenario<world>(prefix + ".stop_or_release",
                        "a coroutine begins to wait, is resumed, is asked to stop")
        .world(0)
        .thread([](world& w) { w.take_until_stopped(); })
        .thread([](world& w) { w.semaphore.release(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(1, 1); });

    add_scenario<world>(prefix + ".both_stop", "two coroutines are asked to stop by one request")
        .world(0)
        .thread([](world& w) { w.take_until_stopped(); })
        .thread([](world& w) { w.take_until_stopped(); })
        .thread([](world& w) {
          w.semaphore.release();
          w.stop.request_stop();
        })
        .finally([](world& w) { w.check(2, 1); });

    add_scenario<elsewhere>(prefix + ".elsewhere", "a coroutine goes on in a thread of its choice")
        .thread([](elsewhere& w) { w.take_elsewhere(); })
        .thread([](elsewhere& w) {
          w.stop.request_stop();
          w.semaphore.release();
        })
        .thread([](elsewhere& w) { w.work(); })
        .finally([](elsewhere& w) { w.check(1, 1); });

    add_scenario<short_lived>(prefix + ".end", "a coroutine ends the semaphore that it has just acquired")
        .thread([](short_lived& w) { w.acquire_and_destroy(); })
        .thread([](short_lived& w) { w.semaphore->release(); });
  }
};

template <options Options>
struct phases {
  coroutine arrive(bool may_stop) {
    before.fetch_add(1, std::memory_order_relaxed);
    const auto token = may_stop ? stop.get_token() : checked::stop_token();
    auto arrival = barrier.arrive();
    const bool is_over = co_await barrier.async_wait(arrival, token);
    if (!is_over) {
      co_await barrier.async_wait(std::move(arrival));
    }
    require(before.load(std::memory_order_relaxed) == 2, "a phase has ended too early");
    co_await barrier.async_arrive_and_wait();
    ended.fetch_add(1, std::memory_order_relaxed);
  }

  cqs::barrier<detail::no_completion, Options, checked> barrier{2};
  checked::stop_source stop;
  checked::atomic<std::uint32_t> before{0};
  checked::atomic<std::uint32_t> ended{0};
};

template <options Options>
struct readers_and_writer {
  coroutine write() {
    const bool success = co_await mutex.async_lock(stop.get_token());
    if (success) {
      ++data.write();
      mutex.unlock();
    }
    ended.fetch_add(1, std::memory_order_relaxed);
  }
  coroutine read() {
    co_await mutex.async_lock_shared();
    static_cast<void>(data.read());
    mutex.unlock_shared();
    ended.fetch_add(1, std::memory_order_relaxed);
  }

  basic_shared_mutex<Options, checked> mutex;
  checked::plain<int> data{0};
  checked::stop_source stop;
  checked::atomic<std::uint32_t> ended{0};
};

struct add_others {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using phases = check::phases<Options>;
    using readers_and_writer = check::readers_and_writer<Options>;

    add_scenario<phases>(prefix + ".barrier", "of two coroutines, one gives up waiting and waits again")
        .thread([](phases& w) { w.arrive(true); })
        .thread([](phases& w) { w.arrive(false); })
        .thread([](phases& w) { w.stop.request_stop(); })
        .finally([](phases& w) {
          require(w.ended.load(std::memory_order_relaxed) == 2, "a coroutine was not resumed");
          require_sound(w.barrier.queue());
        });

    add_scenario<readers_and_writer>(prefix + ".shared_mutex", "a writer aborts between readers")
        .thread([](readers_and_writer& w) { w.read(); })
        .thread([](readers_and_writer& w) {
          w.write();
          w.stop.request_stop();
        })
        .thread([](readers_and_writer& w) { w.read(); })
        .finally([](readers_and_writer& w) {
          require(w.ended.load(std::memory_order_relaxed) == 3, "a coroutine was not resumed");
          require(w.mutex.try_lock(), "the lock is lost");
          require_sound(w.mutex.readers());
          require_sound(w.mutex.writers());
        });
  }
};

const bool added = [] {
  for_each_variant("coroutine.semaphore", add_semaphores{});
  for_each_segment_size("coroutine", add_others{});
  return true;
}();

}  // namespace
}  // namespace cqs::check
