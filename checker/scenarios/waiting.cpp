// How threads wait: they spin, yield, park, and are woken ahead of their turn (see `cqs::waiting`). The other
// scenarios park at once.

#include <chrono>
#include <cstdint>
#include <string>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// A thread yields once, then parks, and is woken when one waiter stands before it.
constexpr waiting yielding{.spin_ns = 0, .most_spin_ns = 0, .yields = 1, .near = 2, .wake_ahead = 1};
/// The first waiter spins as well.
constexpr waiting spinning{
    .spin_ns = 1, .most_spin_ns = 1, .look_interval = 1, .yields = 1, .near = 2, .wake_ahead = 1};
/// Every thread parks at once; when it is woken ahead, it yields.
constexpr waiting asleep{.spin_ns = 0, .most_spin_ns = 0, .yields = 0, .near = 2, .wake_ahead = 1};

/// Longer than a spin.
constexpr std::chrono::nanoseconds later{10};

constexpr options with(options variant, waiting policy) {
  variant.waiting = policy;
  return variant;
}

template <options Options>
struct world {
  explicit world(int permits = 1) : semaphore(permits) {}

  void use() {
    semaphore.acquire();
    enter_and_release();
  }
  void use_for_a_while() {
    if (semaphore.try_acquire_for(soon)) {
      enter_and_release();
    }
  }
  void use_until_stopped() {
    if (semaphore.acquire(stop.get_token())) {
      enter_and_release();
    }
  }
  /// The critical section: the checker reports two threads in it as a race.
  void enter_and_release() {
    ++inside.write();
    semaphore.release();
  }

  void check() {
    require_sound(semaphore.queue());
    require(semaphore.try_acquire(), "a permit is lost");
    require(!semaphore.try_acquire(), "there is one permit too many");
  }

  counting_semaphore<9, Options, checked> semaphore;
  checked::plain<int> inside{0};
  checked::stop_source stop;
  checked::atomic<std::uint32_t> never_changes{0};
};

/// A request waits before the threads.
template <options Options>
struct behind_a_request : world<Options> {
  behind_a_request() : world<Options>(0) {}

  typename counting_semaphore<9, Options, checked>::request_type first = this->semaphore.acquire_request();
};

/// The last of two users destroys the semaphore.
template <options Options>
struct mortal {
  using semaphore_type = counting_semaphore<9, Options, checked>;

  void use_and_leave() {
    semaphore->acquire();
    semaphore->release();
    leave();
  }
  void leave() {
    if (users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      checked::destroy(semaphore);
    }
  }

  semaphore_type* semaphore = checked::create<semaphore_type>(0);
  checked::atomic<std::uint32_t> users{2};
};

struct add_semaphores {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    using behind = behind_a_request<Options>;
    using mortal = check::mortal<Options>;

    add_scenario<world>(prefix + ".three", "three threads share one permit")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".deadline", "a thread times out that another may wake ahead of its turn")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use_for_a_while(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a stop request meets a wake-up ahead of the turn")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use_until_stopped(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop_alone", "nothing but a stop request ends the wait of a parked thread")
        .world(0)
        .thread([](world& w) { w.use_until_stopped(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) {
          w.semaphore.release();
          w.check();
        });

    add_scenario<world>(prefix + ".timeouts", "two threads time out, and nobody releases")
        .world(0)
        .thread([](world& w) { w.use_for_a_while(); })
        .thread([](world& w) { w.use_for_a_while(); })
        .finally([](world& w) {
          w.semaphore.release();
          w.check();
        });

    add_scenario<world>(prefix + ".late", "the permit comes after the time of every spin")
        .world(0)
        .thread([](world& w) { w.use(); })
        .thread([](world& w) {
          checked::futex_wait_until(w.never_changes, 0, checked::clock::now() + later);
          w.semaphore.release();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<behind>(prefix + ".cancelled_before", "the waiter before a parked thread aborts")
        .thread([](behind& w) { w.use(); })
        .thread([](behind& w) {
          if (!w.first.cancel()) {
            w.first.get();
            w.semaphore.release();
          }
        })
        .thread([](behind& w) { w.semaphore.release(); })
        .finally([](behind& w) { w.check(); });

    add_scenario<behind>(prefix + ".aborts_ahead", "a thread is woken ahead while it times out")
        .thread([](behind& w) { w.use_for_a_while(); })
        .thread([](behind& w) {
          w.semaphore.release();
          w.first.get();
          w.semaphore.release();
        })
        .finally([](behind& w) { w.check(); });

    add_scenario<mortal>(prefix + ".end_of_life",
                         "a woken thread destroys the semaphore while its releaser returns")
        .thread([](mortal& m) { m.use_and_leave(); })
        .thread([](mortal& m) { m.use_and_leave(); })
        .thread([](mortal& m) { m.semaphore->release(); });
  }
};

template <options Options>
struct gate {
  basic_latch<Options, checked> latch{1};
  cqs::barrier<detail::no_completion, Options, checked> barrier{2};
  basic_shared_mutex<Options, checked> mutex;
  queue_pool<int, Options, checked> pool;
  checked::plain<int> published{0};
};

struct add_others {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using gate = check::gate<Options>;

    add_scenario<gate>(prefix + ".latch", "two threads wait for a latch, one of them with a deadline")
        .thread([](gate& g) {
          g.latch.wait();
          require(g.published.read() == 1, "the latch opens before it is counted down");
        })
        .thread([](gate& g) {
          if (g.latch.wait_for(soon)) {
            require(g.published.read() == 1, "the latch opens before it is counted down");
          }
        })
        .thread([](gate& g) {
          g.published.write() = 1;
          g.latch.count_down();
        });

    add_scenario<gate>(prefix + ".barrier", "two threads meet twice")
        .thread([](gate& g) {
          g.published.write() = 1;
          g.barrier.arrive_and_wait();
          g.barrier.arrive_and_wait();
        })
        .thread([](gate& g) {
          g.barrier.arrive_and_wait();
          require(g.published.read() == 1, "a phase ends before all have arrived");
          g.barrier.arrive_and_wait();
        });

    add_scenario<gate>(prefix + ".shared_mutex", "a writer, a reader and a writer that times out")
        .thread([](gate& g) {
          g.mutex.lock();
          ++g.published.write();
          g.mutex.unlock();
        })
        .thread([](gate& g) {
          g.mutex.lock_shared();
          static_cast<void>(g.published.read());
          g.mutex.unlock_shared();
        })
        .thread([](gate& g) {
          if (g.mutex.try_lock_for(soon)) {
            ++g.published.write();
            g.mutex.unlock();
          }
        });

    add_scenario<gate>(prefix + ".queue_pool",
                       "two threads take, one of them with a deadline; one puts twice")
        .thread([](gate& g) { static_cast<void>(g.pool.take()); })
        .thread([](gate& g) { static_cast<void>(g.pool.take_for(soon)); })
        .thread([](gate& g) {
          g.pool.put(1);
          g.pool.put(2);
        });
  }
};

template <options Options>
void add_all(std::string prefix) {
  if constexpr (is_wanted(variant_name(Options).text())) {
    prefix += variant_name(Options).text();
    add_semaphores{}.operator()<with(Options, yielding)>(prefix + ".yielding");
    add_semaphores{}.operator()<with(Options, spinning)>(prefix + ".spinning");
    add_semaphores{}.operator()<with(Options, asleep)>(prefix + ".asleep");
  }
}

[[maybe_unused]] const bool added = [] {
  using enum resumption;
  using enum cancellation;
  // Segments of two cells: a thread in the second is woken ahead, one in the first is not.
  add_all<small(async, smart, 2)>("waiting.");
  add_all<small(async, simple, 2)>("waiting.");
  add_all<small(sync, smart, 2)>("waiting.");
  add_all<small(bounded_overtaking(1), 2)>("waiting.");
  if constexpr (is_wanted("others")) {
    add_others{}.operator()<with(small(async, smart, 2), yielding)>("waiting.others.yielding");
    add_others{}.operator()<with(small(async, smart, 2), spinning)>("waiting.others.spinning");
  }
  return true;
}();

}  // namespace
}  // namespace cqs::check
