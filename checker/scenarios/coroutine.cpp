// Coroutines as waiters. The thread that resumes or aborts a coroutine also runs it, while the suspending
// thread may still be inside `await_suspend`. There is no trampoline here: a coroutine runs inside the call
// that resumes it.

#include <coroutine>
#include <cstddef>
#include <cstdint>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

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
  /// Keeps the permit that it acquires.
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
    require(!semaphore.try_acquire(), "there is one permit too many");
  }

  counting_semaphore<9, Options, checked> semaphore;
  checked::plain<int> inside{0};
  checked::stop_source stop;
  checked::atomic<std::uint32_t> granted{0};
  checked::atomic<std::uint32_t> ended{0};
};

/// A coroutine that continues in the thread that takes it out of this mailbox.
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
    // A coroutine that did not wait was not posted.
    if (full.exchange(1, std::memory_order_relaxed) == 0) {
      checked::futex_wake_one(&full);
    }
  }
  std::coroutine_handle<> await_mail() {
    while (full.load(std::memory_order_acquire) == 0) {
      checked::futex_wait(full, 0);
    }
    return mailbox.read();
  }
  void work() {
    if (const auto posted = await_mail()) {
      posted.resume();
    }
  }
  /// As an executor that ends before it has run all that it was given.
  void work_no_more() {
    if (const auto posted = await_mail()) {
      posted.destroy();
    }
  }

  checked::atomic<std::uint32_t> full{0};
  checked::plain<std::coroutine_handle<>> mailbox;
};

/// A coroutine waits, and a request waits behind it, so that their releases free the coroutine's segment.
template <options Options>
struct followed : world<Options> {
  followed() : world<Options>(0) {}

 private:
  struct start {
    explicit start(world<Options>& w) { w.take_until_stopped(); }
  };
  start _started{*this};

 public:
  typename counting_semaphore<9, Options, checked>::request_type second = this->semaphore.acquire_request();
};

/// The last user destroys the semaphore as soon as its acquire completes.
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

    add_scenario<world>(prefix + ".stop",
                        "a coroutine and a thread wait; a stop request aborts the coroutine")
        .thread([](world& w) { w.use_until_stopped(); })
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(1, 1); });

    add_scenario<world>(prefix + ".stop_alone", "a stop request arrives while a coroutine begins to wait")
        .world(0)
        .thread([](world& w) { w.use_until_stopped(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(1, 0); });

    add_scenario<world>(prefix + ".stop_or_release",
                        "a resume and a stop request arrive while a coroutine begins to wait")
        .world(0)
        .thread([](world& w) { w.take_until_stopped(); })
        .thread([](world& w) { w.semaphore.release(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(1, 1); });

    add_scenario<world>(prefix + ".both_stop", "one stop request aborts two coroutines")
        .world(0)
        .thread([](world& w) { w.take_until_stopped(); })
        .thread([](world& w) { w.take_until_stopped(); })
        .thread([](world& w) {
          w.semaphore.release();
          w.stop.request_stop();
        })
        .finally([](world& w) { w.check(2, 1); });

    add_scenario<elsewhere>(prefix + ".elsewhere", "a coroutine continues in a thread of its choice")
        .thread([](elsewhere& w) { w.take_elsewhere(); })
        .thread([](elsewhere& w) {
          w.stop.request_stop();
          w.semaphore.release();
        })
        .thread([](elsewhere& w) { w.work(); })
        .finally([](elsewhere& w) { w.check(1, 1); });

    add_scenario<elsewhere>(prefix + ".thrown_away",
                            "a frame is destroyed after its grant, before it continues")
        .thread([](elsewhere& w) { w.take_elsewhere(); })
        .thread([](elsewhere& w) { w.semaphore.release(); })
        .thread([](elsewhere& w) { w.work_no_more(); })
        .finally([](elsewhere& w) { w.check(w.ended.load(std::memory_order_relaxed), 1); });

    add_scenario<world>(prefix + ".destroyed",
                        "a frame is destroyed while it waits; a thread waits behind it")
        .world(0)
        .thread([](world& w) {
          w.take_until_stopped().destroy();
          w.semaphore.release();
        })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(0, 1); });

    using followed = check::followed<Options>;
    add_scenario<followed>(prefix + ".late_stop",
                           "a stop request examines a cell whose coroutine continues meanwhile")
        .thread([](followed& w) { w.semaphore.release(); })
        .thread([](followed& w) { w.semaphore.release(); })
        .thread([](followed& w) { w.stop.request_stop(); })
        .finally([](followed& w) {
          require(w.second.status() == request_status::granted, "a permit is free while a request waits");
          w.second.get();
          w.check(1, 1);
        });

    add_scenario<short_lived>(prefix + ".end", "a coroutine destroys the semaphore right after its acquire")
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

/// Coroutines wait for a latch.
template <options Options>
struct line {
  coroutine wait(int number) {
    co_await latch.async_wait();
    require(++last == number, "coroutines go on in another order than they came");
  }

  basic_latch<Options, checked> latch{1};
  int last = 0;
};

struct add_others {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using phases = check::phases<Options>;
    using readers_and_writer = check::readers_and_writer<Options>;

    add_scenario<phases>(prefix + ".barrier", "one of two coroutines aborts its wait and waits again")
        .thread([](phases& w) { w.arrive(true); })
        .thread([](phases& w) { w.arrive(false); })
        .thread([](phases& w) { w.stop.request_stop(); })
        .finally([](phases& w) {
          require(w.ended.load(std::memory_order_relaxed) == 2, "a coroutine was not resumed");
          require_sound(w.barrier.queue());
        });

    using line = check::line<Options>;
    add_scenario<line>(prefix + ".latch", "coroutines that wait for a latch continue in FIFO order")
        .thread([](line& w) {
          w.wait(1), w.wait(2), w.wait(3);
          w.latch.count_down();
        })
        .finally([](line& w) {
          require(w.last == 3, "a coroutine was not resumed");
          require_sound(w.latch.queue());
        });

    add_scenario<readers_and_writer>(prefix + ".shared_mutex", "a writer between readers aborts")
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
  for_each_variant_and_order("coroutine.semaphore", add_semaphores{});
  for_each_segment_size("coroutine", add_others{});
  return true;
}();

}  // namespace
}  // namespace cqs::check
