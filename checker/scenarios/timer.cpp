// Coroutines that wait with a deadline. One thread of each scenario is the thread of the timers, which aborts a wait
// and runs the coroutine. A deadline of one tick may pass at any moment at which that thread sleeps.

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <mutex>

#include <cqs/condition_variable.h>
#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/timer.h>

#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

template <options Options>
struct world {
  explicit world(std::uint32_t coroutines = 1) : expected(coroutines) {}

  coroutine take() {
    const bool success = co_await semaphore.async_acquire_for(soon, timers);
    end(success);
  }
  coroutine take_until_stopped() {
    const bool success = co_await semaphore.async_acquire_for(soon, stop.get_token(), timers);
    end(success);
  }
  /// Continues nowhere if it has to wait: its owner destroys it.
  coroutine take_or_vanish() {
    const bool success = co_await semaphore.async_acquire_for(soon, timers).via([](auto) {});
    end(success);
  }

  /// Keeps the permit. The last coroutine ends the timers.
  void end(bool success) {
    if (success) {
      granted.fetch_add(1, std::memory_order_relaxed);
    }
    if (ended.fetch_add(1, std::memory_order_relaxed) + 1 == expected) {
      timers.close();
    }
  }

  void check(std::int64_t permits) {
    require(ended.load(std::memory_order_relaxed) == expected, "a coroutine was not resumed");
    require_sound(semaphore.queue());
    for (std::int64_t i = granted.load(std::memory_order_relaxed); i < permits; ++i) {
      require(semaphore.try_acquire(), "a permit is lost");
    }
    require(!semaphore.try_acquire(), "there is one permit too many");
  }

  detail::timer_queue<checked> timers;
  counting_semaphore<9, Options, checked> semaphore{0};
  checked::stop_source stop;
  const std::uint32_t expected;
  checked::atomic<std::uint32_t> granted{0};
  checked::atomic<std::uint32_t> ended{0};
};

/// A coroutine waits, and a request waits behind it, so that their releases free the coroutine's segment.
template <options Options>
struct followed : world<Options> {
  void check_both() {
    require(second.status() == request_status::granted, "a permit is free while a request waits");
    second.get();
    this->check(1);
  }

 private:
  struct start {
    explicit start(world<Options>& w) { w.take_until_stopped(); }
  };
  start _started{*this};

 public:
  typename counting_semaphore<9, Options, checked>::request_type second = this->semaphore.acquire_request();
};

/// A coroutine that continues in the thread that takes it out of this mailbox.
template <options Options>
struct elsewhere : world<Options> {
  coroutine take_elsewhere() {
    const auto post = [this](std::coroutine_handle<> c) {
      mailbox.write() = c;
      fill();
    };
    const bool success = co_await this->semaphore.async_acquire_for(soon, this->timers).via(post);
    this->end(success);
    if (full.load(std::memory_order_relaxed) == 0) {
      fill();  // the coroutine did not wait
    }
  }
  void fill() {
    full.store(1, std::memory_order_release);
    checked::futex_wake_one(&full);
  }
  void work() {
    while (full.load(std::memory_order_acquire) == 0) {
      checked::futex_wait(full, 0);
    }
    if (const auto posted = mailbox.read()) {
      posted.resume();
    }
  }

  checked::atomic<std::uint32_t> full{0};
  checked::plain<std::coroutine_handle<>> mailbox;
};

/// A coroutine waits for a condition that a thread makes true.
template <options Options>
struct conditional : world<Options> {
  using mutex_type = basic_mutex<Options, checked>;

  coroutine wait() {
    auto lock = co_await mutex.async_scoped_lock();
    if (!happened.read()) {
      const bool notified = co_await condition.async_wait_for(lock, soon, this->timers);
      require(!notified || happened.read(), "the wait has ended without a reason");
    }
    lock.unlock();
    this->end(false);
  }
  void happen() {
    const std::lock_guard lock(mutex);
    happened.write() = true;
    condition.notify_one();
  }

  mutex_type mutex;
  basic_condition_variable<Options, checked> condition;
  checked::plain<bool> happened{false};
};

struct add_timers {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    using followed = check::followed<Options>;
    using elsewhere = check::elsewhere<Options>;
    using conditional = check::conditional<Options>;
    const auto run = [](auto& w) { w.timers.run(); };

    add_scenario<world>(prefix + ".alone", "a deadline passes while a coroutine begins to wait")
        .thread([](world& w) { w.take(); })
        .thread(run)
        .finally([](world& w) { w.check(0); });

    add_scenario<world>(prefix + ".release", "a grant and a deadline come while a coroutine begins to wait")
        .thread([](world& w) { w.take(); })
        .thread([](world& w) { w.semaphore.release(); })
        .thread(run)
        .finally([](world& w) { w.check(1); });

    add_scenario<world>(prefix + ".stop",
                        "a stop request and a deadline come while a coroutine begins to wait")
        .thread([](world& w) { w.take_until_stopped(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .thread(run)
        .finally([](world& w) { w.check(0); });

    add_scenario<world>(prefix + ".never_stopped", "a coroutine with a stop token ends at its deadline")
        .thread([](world& w) { w.take_until_stopped(); })
        .thread(run)
        .finally([](world& w) { w.check(0); });

    add_scenario<world>(prefix + ".two", "two coroutines with deadlines wait for one permit")
        .world(2U)
        .thread([](world& w) {
          w.take();
          w.take();
        })
        .thread([](world& w) { w.semaphore.release(); })
        .thread(run)
        .finally([](world& w) { w.check(1); });

    add_scenario<followed>(prefix + ".late", "a timer looks at a cell whose coroutine continues meanwhile")
        .thread([](followed& w) {
          w.semaphore.release();
          w.semaphore.release();
        })
        .thread(run)
        .finally([](followed& w) { w.check_both(); });

    add_scenario<followed>(prefix + ".late_stop",
                           "a stop request and a timer abort one wait, and its cell is freed")
        .thread([](followed& w) { w.stop.request_stop(); })
        .thread([](followed& w) {
          w.semaphore.release();
          w.semaphore.release();
        })
        .thread(run)
        .finally([](followed& w) { w.check_both(); });

    add_scenario<elsewhere>(prefix + ".elsewhere", "a coroutine continues while its timer is still firing")
        .thread([](elsewhere& w) { w.take_elsewhere(); })
        .thread([](elsewhere& w) { w.work(); })
        .thread(run)
        .finally([](elsewhere& w) { w.check(0); });

    add_scenario<world>(prefix + ".destroyed", "a frame is destroyed while its timer fires")
        .thread([](world& w) {
          const coroutine waiting = w.take_or_vanish();
          if (w.ended.load(std::memory_order_relaxed) == 0) {
            waiting.destroy();
            w.end(false);
          }
          w.semaphore.release();
        })
        .thread(run)
        .finally([](world& w) { w.check(1); });

    add_scenario<conditional>(prefix + ".condition", "a notification and a deadline end one wait")
        .thread([](conditional& w) { w.wait(); })
        .thread([](conditional& w) { w.happen(); })
        .thread(run)
        .finally([](conditional& w) {
          w.check(0);
          require(w.mutex.try_lock(), "the mutex is lost");
        });
  }
};

const bool added = [] {
  for_each_segment_size("timer", add_timers{});
  return true;
}();

}  // namespace
}  // namespace cqs::check
