// Bounded overtaking: threads that run take what is free while the first waiter wakes up. The history of each scenario
// must be one in which no waiter is overtaken more often than the bound allows.

#include <cstdint>
#include <string>

#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>

#include <checker/history/specifications/semaphore.h>
#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

using specification = semaphore_specification;

template <options Options>
struct world {
  using semaphore_type = counting_semaphore<9, Options, checked>;

  explicit world(int permits = 1) : initial(permits), semaphore(permits) {}

  void release(int count = 1) {
    auto call = calls.begin(specification::release, count);
    semaphore.release(count);
    call.returns();
  }
  void enter_and_release() {
    ++inside.write();
    release();
  }
  void acquire() {
    auto call = calls.begin(specification::acquire);
    semaphore.acquire();
    call.returns();
  }
  /// Runs on: acquires, and acquires again, before a waiter is awake.
  void use(int times = 1) {
    for (; times > 0; --times) {
      acquire();
      enter_and_release();
    }
  }
  void try_to_use() {
    auto call = calls.begin(specification::try_acquire);
    const bool success = semaphore.try_acquire();
    call.returns(static_cast<std::int64_t>(success));
    if (success) {
      enter_and_release();
    }
  }
  void use_for_a_while() {
    auto call = calls.begin(specification::acquire);
    const bool success = semaphore.try_acquire_for(soon);
    call.ends(success);
    if (success) {
      enter_and_release();
    }
  }
  void use_until_stopped() {
    auto call = calls.begin(specification::acquire);
    const bool success = semaphore.acquire(stop.get_token());
    call.ends(success);
    if (success) {
      enter_and_release();
    }
  }
  /// Its place in the queue is known only when the request is made, so the history leaves it out.
  void use_by_request() {
    auto request = semaphore.acquire_request();
    request.get();
    ++inside.write();
    semaphore.release();
  }
  coroutine use_by_coroutine() {
    co_await semaphore.async_acquire();
    ++inside.write();
    semaphore.release();
    coroutines.fetch_add(1, std::memory_order_relaxed);
  }

  /// Requires that the theorem's bound holds for every waiter, and that all permits are back.
  void check() {
    require_linearizable(calls, specification{.permits = initial,
                                              .try_may_fail = true,
                                              .barging = barging::bounded,
                                              .most_overtakings = Options.order.most_overtakings});
    check_permits(initial);
  }
  void check_permits(int expected) {
    require_sound(semaphore.queue());
    for (int i = 0; i < expected; ++i) {
      require(semaphore.try_acquire(), "a permit is lost");
    }
    require(!semaphore.try_acquire(), "there is one permit too many");
  }

  int initial;
  semaphore_type semaphore;
  checked::plain<int> inside{0};
  checked::stop_source stop;
  checked::atomic<std::uint32_t> coroutines{0};
  history calls;
};

/// Two permits: threads meet in the section, so nothing plain is inside.
template <options Options>
struct pair : world<Options> {
  pair() : world<Options>(2) {}

  void use(int times = 1) {
    for (; times > 0; --times) {
      this->acquire();
      this->release();
    }
  }
  void use_for_a_while() {
    auto call = this->calls.begin(specification::acquire);
    const bool success = this->semaphore.try_acquire_for(soon);
    call.ends(success);
    if (success) {
      this->release();
    }
  }
};

/// The last of two users destroys the semaphore.
template <options Options>
struct mortal {
  using semaphore_type = counting_semaphore<9, Options, checked>;

  void use() {
    semaphore->acquire();
    semaphore->release();
  }
  void leave() {
    if (users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      checked::destroy(semaphore);
    }
  }

  semaphore_type* semaphore = checked::create<semaphore_type>(1);
  checked::atomic<std::uint32_t> users{2};
};

template <options Options>
struct pool_world {
  void borrow() {
    const int element = pool.take();
    use(element);
    pool.put(element);
  }
  void borrow_for_a_while() {
    if (const auto element = pool.take_for(soon)) {
      use(*element);
      pool.put(*element);
    }
  }
  void use(int element) { ++uses[element].write(); }
  void check(int expected) {
    require_sound(pool.queue());
    int left = 0;
    while (pool.try_take()) {
      ++left;
    }
    require(left == expected, left < expected ? "an element is lost" : "there is one element too many");
  }

  queue_pool<int, Options, checked> pool;
  checked::plain<int> uses[2];
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    constexpr int more_than_bound = static_cast<int>(Options.order.most_overtakings) + 2;

    add_scenario<world>(prefix + ".run_on", "a thread acquires again and again while another one waits")
        .thread([](world& w) { w.use(more_than_bound); })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".run_on_before_two", "a thread acquires again and again while two wait")
        .thread([](world& w) { w.use(3); })
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".try", "a thread tries to overtake")
        .thread([](world& w) {
          w.use();
          w.try_to_use();
          w.try_to_use();
        })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".deadline", "the first of two waiters times out, perhaps with its turn")
        .thread([](world& w) { w.use(2); })
        .thread([](world& w) { w.use_for_a_while(); })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a stop request meets the turn of the first waiter")
        .thread([](world& w) { w.use(2); })
        .thread([](world& w) { w.use_until_stopped(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".timeouts", "two successors time out one after the other")
        .thread([](world& w) { w.use(2); })
        .thread([](world& w) { w.use_for_a_while(); })
        .thread([](world& w) { w.use_for_a_while(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".release_many",
                        "two permits at once for two waiters, one of which times out")
        .world(0)
        .thread([](world& w) {
          w.release(2);
          w.acquire();
        })
        .thread([](world& w) { w.acquire(); })
        .thread([](world& w) { w.use_for_a_while(); })
        .finally([](world& w) { w.check_permits(0); });

    add_scenario<world>(prefix + ".mixed", "a thread that runs on, a thread, a request and a coroutine")
        .thread([](world& w) { w.use(2); })
        .thread([](world& w) { w.use_by_coroutine(); })
        .thread([](world& w) { w.use_by_request(); })
        .finally([](world& w) {
          require(w.coroutines.load(std::memory_order_relaxed) == 1, "the coroutine was not resumed");
          w.check_permits(1);
        });

    add_scenario<world>(prefix + ".mixed_with_deadline", "a coroutine waits behind a thread that times out")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use_for_a_while(); })
        .thread([](world& w) { w.use_by_coroutine(); })
        .finally([](world& w) {
          require(w.coroutines.load(std::memory_order_relaxed) == 1, "the coroutine was not resumed");
          w.check_permits(1);
        });

    using pair = check::pair<Options>;
    add_scenario<pair>(prefix + ".two_permits", "three threads share two permits, and one of them times out")
        .thread([](pair& w) { w.use(2); })
        .thread([](pair& w) { w.use(); })
        .thread([](pair& w) { w.use_for_a_while(); })
        .thread([](pair& w) { w.use(); })
        .finally([](pair& w) { w.check(); });

    using mortal = check::mortal<Options>;
    add_scenario<mortal>(prefix + ".end_of_life", "two threads overtake each other; the last one destroys")
        .thread([](mortal& m) {
          m.use();
          m.use();
          m.leave();
        })
        .thread([](mortal& m) {
          m.use();
          m.leave();
        });
  }
};

struct add_pools {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using pool_world = check::pool_world<Options>;
    add_scenario<pool_world>(prefix + ".pool", "two threads borrow one element, and a third one times out")
        .thread([](pool_world& w) {
          w.pool.put(0);
          w.borrow();
        })
        .thread([](pool_world& w) { w.borrow(); })
        .thread([](pool_world& w) { w.borrow_for_a_while(); })
        .finally([](pool_world& w) { w.check(1); });

    add_scenario<pool_world>(prefix + ".two_elements", "two puts and two takes, with a thread that runs on")
        .thread([](pool_world& w) { w.pool.put(0); })
        .thread([](pool_world& w) {
          w.pool.put(1);
          w.borrow();
        })
        .thread([](pool_world& w) { w.borrow(); })
        .finally([](pool_world& w) { w.check(2); });
  }
};

template <std::uint32_t Bound, std::size_t SegmentSize>
void add_bound() {
  constexpr auto variant = small(bounded_overtaking(Bound), SegmentSize);
  const std::string name = "bound_" + std::to_string(Bound) + "." + std::to_string(SegmentSize);
  add_scenarios{}.operator()<variant>("overtaking." + name);
  if constexpr (Bound == 1 && SegmentSize == 2) {  // the other sizes take minutes
    add_pools{}.operator()<variant>("overtaking." + name);
  }
}

[[maybe_unused]] const bool added = [] {
  if constexpr (is_wanted("bound_1.1")) {
    add_bound<1, 1>();
  }
  if constexpr (is_wanted("bound_1.2")) {
    add_bound<1, 2>();
  }
  if constexpr (is_wanted("bound_2.1")) {
    add_bound<2, 1>();
  }
  if constexpr (is_wanted("bound_2.2")) {
    add_bound<2, 2>();
  }
  return true;
}();

}  // namespace
}  // namespace cqs::check
