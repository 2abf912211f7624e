// The semaphore in all its variants. With one permit, it is a mutex.

#include <initializer_list>
#include <new>

#include <cqs/semaphore.h>

#include <checker/history/specifications/semaphore.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

using specification = semaphore_specification;

template <options Options>
struct world {
  using request = typename counting_semaphore<9, Options, checked>::request_type;

  explicit world(int permits = 1) : semaphore(permits) {}

  /// The critical section of the holder of the only permit.
  void enter() { ++inside.write(); }

  void acquire() {
    auto call = calls.begin(specification::acquire);
    semaphore.acquire();
    call.returns();
  }
  void release() {
    auto call = calls.begin(specification::release);
    semaphore.release();
    call.returns();
  }
  bool ended(history::running call, bool success) {
    call.ends(success);
    return success;
  }
  bool acquire_for_a_while() {
    auto call = calls.begin(specification::acquire);
    return ended(call, semaphore.try_acquire_for(soon));
  }
  bool acquire_until_stopped() {
    auto call = calls.begin(specification::acquire);
    return ended(call, semaphore.acquire(stop.get_token()));
  }
  bool try_acquire() {
    auto call = calls.begin(specification::try_acquire);
    const bool success = semaphore.try_acquire();
    call.returns(static_cast<std::int64_t>(success));
    return success;
  }
  void use() {
    acquire();
    enter();
    release();
  }

  /// Requires that no permit is lost or added, and that the history is one of a semaphore with this order.
  void check(std::int64_t permits) {
    require_sound(semaphore.queue());
    require_linearizable(
        calls, specification{.permits = permits,
                             .try_may_fail = Options.resumption == resumption::async,
                             .barging = Options.order.is_strict() ? barging::none : barging::bounded,
                             .most_overtakings = Options.order.most_overtakings});
    for (std::int64_t i = 0; i < permits; ++i) {
      require(semaphore.try_acquire(), "a permit is lost");
    }
    require(!semaphore.try_acquire(), "there is one permit too many");
    check_queue({});
  }

  /// Requires that the remaining waiters get the next permits, before any newcomer.
  void check_queue(std::initializer_list<request*> line) {
    request another = semaphore.acquire_request();
    require(another.status() == request_status::waiting, "a permit is left in the queue");
    for (request* each : line) {
      if (each->status() == request_status::waiting) {
        grant(*each);
      }
    }
    grant(another);
  }

  void grant(request& waiting) {
    semaphore.release();
    require(waiting.status() == request_status::granted, "a permit does not reach the first waiter");
    waiting.get();
  }

  counting_semaphore<9, Options, checked> semaphore;
  checked::plain<int> inside{0};
  checked::stop_source stop;
  history calls;
};

/// Requests that already wait for a semaphore without permits.
template <options Options>
struct queued : world<Options> {
  using request = typename world<Options>::request;

  queued() : world<Options>(0) {}

  /// Requires that each released permit is either granted or free.
  void check_grants(int released) { check_grants(released, {&first, &second}); }

  void check_grants(int released, std::initializer_list<request*> line) {
    require_sound(this->semaphore.queue());
    int found = 0;
    bool somebody_waits = false;
    for (request* each : line) {
      somebody_waits = somebody_waits || each->status() == request_status::waiting;
      if (each->status() == request_status::granted) {
        each->get();
        ++found;
      }
    }
    while (this->semaphore.try_acquire()) {
      require(!somebody_waits, "a permit is free while a request waits");
      ++found;
    }
    require(found == released, found < released ? "a permit is lost" : "there is one permit too many");
    this->check_queue(line);
  }

  request first = this->semaphore.acquire_request();
  request second = this->semaphore.acquire_request();
};

/// Two more requests behind the others, so that segments in the middle become empty.
template <options Options>
struct crowded : queued<Options> {
  using request = typename queued<Options>::request;

  void check_grants(int released) {
    queued<Options>::check_grants(released, {&this->first, &this->second, &third, &fourth});
  }

  request third = this->semaphore.acquire_request();
  request fourth = this->semaphore.acquire_request();
};

/// A permit is on its way to a waiter that aborts. The flags are relaxed: the semaphore alone must order the
/// holders of the permit.
template <options Options>
struct swapped : world<Options> {
  swapped() : world<Options>(0) {}

  static void raise(checked::atomic<std::uint32_t>& flag) {
    flag.store(1, std::memory_order_relaxed);
    checked::futex_wake_one(&flag);
  }
  static void await(checked::atomic<std::uint32_t>& flag) {
    while (flag.load(std::memory_order_relaxed) == 0) {
      checked::futex_wait(flag, 0);
    }
  }

  typename queued<Options>::request aborting = this->semaphore.acquire_request();
  checked::atomic<std::uint32_t> held{0};
  checked::atomic<std::uint32_t> queued_behind{0};
};

/// The last user destroys the semaphore as soon as its acquire completes.
template <options Options>
struct short_lived {
  counting_semaphore<9, Options, checked>* semaphore =
      checked::create<counting_semaphore<9, Options, checked>>(0);
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    using queued = check::queued<Options>;

    add_scenario<world>(prefix + ".three", "three threads share one permit")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use(); })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(1); });

    add_scenario<world>(prefix + ".twice", "two threads acquire the only permit twice each")
        .thread([](world& w) { w.use(), w.use(); })
        .thread([](world& w) { w.use(), w.use(); })
        .finally([](world& w) { w.check(1); });

    add_scenario<world>(prefix + ".deadline", "one of three waiters times out")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) {
          if (w.acquire_for_a_while()) {
            w.enter();
            w.release();
          }
        })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(1); });

    add_scenario<world>(prefix + ".stop", "a stop request aborts one of two waiters")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) {
          if (w.acquire_until_stopped()) {
            w.enter();
            w.release();
          }
        })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(1); });

    add_scenario<world>(prefix + ".try",
                        "figure 10 of the paper: a thread calls try_acquire during a hand-off")
        .thread([](world& w) {
          w.use();
          if (w.try_acquire()) {
            w.enter();
            w.release();
          }
        })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(1); });

    add_scenario<world>(prefix + ".memory", "the allocation of a segment fails for one of two threads")
        .thread([](world& w) { w.use(); })
        .thread([](world& w) {
          checked::fail_allocation();
          auto call = w.calls.begin(specification::acquire);
          try {
            w.semaphore.acquire();
          } catch (const std::bad_alloc&) {
            call.aborts();
            return;
          }
          call.returns();
          w.enter();
          w.release();
        })
        .thread([](world& w) { w.use(); })
        .finally([](world& w) { w.check(1); });

    add_scenario<queued>(prefix + ".refuse", "a release races with the abort of the first of two waiters")
        .thread([](queued& w) { w.semaphore.release(); })
        .thread([](queued& w) { w.first.cancel(); })
        .finally([](queued& w) { w.check_grants(1); });

    add_scenario<queued>(prefix + ".refuse_all", "a release races with the aborts of all waiters")
        .thread([](queued& w) { w.semaphore.release(); })
        .thread([](queued& w) { w.first.cancel(); })
        .thread([](queued& w) { w.second.cancel(); })
        .finally([](queued& w) { w.check_grants(1); });

    add_scenario<queued>(prefix + ".swap", "two releases race with the aborts of all waiters")
        .thread([](queued& w) { w.semaphore.release(); })
        .thread([](queued& w) { w.semaphore.release(); })
        .thread([](queued& w) { w.first.cancel(), w.second.cancel(); })
        .finally([](queued& w) { w.check_grants(2); });

    add_scenario<queued>(prefix + ".skipped",
                         "two releases find only aborted waiters, while a thread acquires")
        .thread([](queued& w) {
          w.first.cancel(), w.second.cancel();
          w.semaphore.release();
        })
        .thread([](queued& w) { w.semaphore.release(); })
        .thread([](queued& w) {
          w.semaphore.acquire();
          w.semaphore.release();
        })
        .finally([](queued& w) { w.check_grants(2); });

    using crowded = check::crowded<Options>;
    add_scenario<crowded>(prefix + ".many_aborts", "a release races with the aborts of all four waiters")
        .thread([](crowded& w) { w.second.cancel(), w.third.cancel(); })
        .thread([](crowded& w) {
          w.first.cancel();
          w.semaphore.release();
          w.fourth.cancel();
        })
        .finally([](crowded& w) {
          w.check_grants(1);
          w.semaphore.release();
          require(w.semaphore.try_acquire(), "the counter does not match the queue");
        });

    add_scenario<queued>(prefix + ".many_permits",
                         "three permits are released to two waiters, one of which aborts")
        .thread([](queued& w) { w.semaphore.release(3); })
        .thread([](queued& w) { w.first.cancel(); })
        .finally([](queued& w) { w.check_grants(3); });

    add_scenario<queued>(prefix + ".come_and_go", "two more waiters arrive and time out")
        .thread([](queued& w) { static_cast<void>(w.semaphore.try_acquire_for(soon)); })
        .thread([](queued& w) { static_cast<void>(w.semaphore.try_acquire_for(soon)); })
        .finally([](queued& w) { w.check_grants(0); });

    add_scenario<world>(prefix + ".stop_alone", "only a stop request ends the wait")
        .world(0)
        .thread([](world& w) { require(!w.acquire_until_stopped(), "acquire succeeded without a permit"); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(0); });

    using swapped = check::swapped<Options>;
    add_scenario<swapped>(prefix + ".swapped_permits",
                          "two threads pass on a permit that an aborting waiter refuses")
        .thread([](swapped& w) { w.semaphore.release(); })
        .thread([](swapped& w) {
          if (!w.aborting.cancel()) {
            w.aborting.get();
            w.semaphore.release();
          }
          w.semaphore.acquire();
          w.raise(w.held);
          w.await(w.queued_behind);
          w.enter();
          w.semaphore.release();
        })
        .thread([](swapped& w) {
          w.await(w.held);
          auto request = w.semaphore.acquire_request();
          w.raise(w.queued_behind);
          request.get();
          w.enter();
          w.semaphore.release();
        })
        .finally([](swapped& w) { w.check(1); });

    using short_lived = check::short_lived<Options>;
    add_scenario<short_lived>(prefix + ".end", "the waiter destroys the semaphore before release returns")
        .thread([](short_lived& w) { w.semaphore->release(); })
        .thread([](short_lived& w) {
          w.semaphore->acquire();
          checked::destroy(w.semaphore);
        });
  }
};

[[maybe_unused]] const bool added = (for_each_variant_and_order("semaphore", add_scenarios{}), true);

/// A run of cancelled cells before a live one needs three cells in a segment.
template <options Options>
void add_run_of_aborts(const std::string& prefix) {
  using crowded = check::crowded<Options>;
  add_scenario<crowded>(prefix + ".run_of_aborts",
                        "two releases race with the aborts of the first two of four waiters")
      .thread([](crowded& w) { w.first.cancel(), w.second.cancel(); })
      .thread([](crowded& w) { w.semaphore.release(); })
      .thread([](crowded& w) { w.semaphore.release(); })
      .finally([](crowded& w) { w.check_grants(2); });
}

[[maybe_unused]] const bool added_run = [] {
  if constexpr (is_wanted("async.smart.3")) {
    add_run_of_aborts<small(resumption::async, cancellation::smart, 3)>("semaphore.async.smart.3");
  }
  return true;
}();

}  // namespace
}  // namespace cqs::check
