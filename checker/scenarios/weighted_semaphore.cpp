// The semaphore whose requests take several permits at once.

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>

#include <cqs/weighted_semaphore.h>

#include <checker/history/specifications/weighted_semaphore.h>
#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

using specification = weighted_semaphore_specification;

template <options Options>
struct world {
  using semaphore_type = weighted_semaphore<9, Options, checked>;
  using request = typename semaphore_type::request_type;

  explicit world(int count = 2) : permits(count), semaphore(count) {}

  /// What the holder of all permits may do.
  void enter() { ++inside.write(); }
  /// What a holder of one permit may do beside others.
  void look() { static_cast<void>(inside.read()); }

  void acquire(int count) {
    auto call = calls.begin(specification::acquire, count);
    semaphore.acquire(count);
    call.returns();
  }
  bool acquire_for_a_while(int count) {
    auto call = calls.begin(specification::acquire, count);
    const bool acquired = semaphore.try_acquire_for(count, soon);
    call.ends(acquired);
    return acquired;
  }
  bool acquire_until_stopped(int count) {
    auto call = calls.begin(specification::acquire, count);
    const bool acquired = semaphore.acquire(count, stop.get_token());
    call.ends(acquired);
    return acquired;
  }
  bool try_acquire(int count) {
    auto call = calls.begin(specification::try_acquire, count);
    const bool acquired = semaphore.try_acquire(count);
    call.returns(static_cast<std::int64_t>(acquired));
    return acquired;
  }
  void release(int count) {
    auto call = calls.begin(specification::release, count);
    semaphore.release(count);
    call.returns();
  }
  void use_all() {
    acquire(permits);
    enter();
    release(permits);
  }
  void use_one() {
    acquire(1);
    look();
    release(1);
  }

  /// Requires that no permit is lost or added, and that the history is one of this semaphore.
  void check() {
    require_linearizable(calls, specification{.permits = permits});
    check_free(permits);
  }

  /// Requires that nobody waits, that so many permits are free, and that the next requests are served in order.
  void check_free(int count) {
    require_sound(semaphore.queue());
    require(count == 0 || semaphore.try_acquire(count), "a permit is lost, or the turn");
    require(!semaphore.try_acquire(1), "there is one permit too many");
    request all = semaphore.acquire_request(3);
    request one = semaphore.acquire_request(1);
    semaphore.release(2);
    require(all.status() == request_status::waiting, "a request is served with too few permits");
    require(one.status() == request_status::waiting, "a small request overtakes a large one");
    semaphore.release(2);
    require(all.status() == request_status::granted && one.status() == request_status::granted,
            "enough permits do not reach the waiters");
    all.get(), one.get();
    require(!semaphore.try_acquire(1), "there is one permit too many");
  }

  int permits;
  semaphore_type semaphore;
  checked::plain<int> inside{0};
  checked::stop_source stop;
  history calls;
};

/// One of two permits is free. A request for both waits, and behind it two requests for one permit.
template <options Options>
struct queued : world<Options> {
  using request = typename world<Options>::request;

  queued() : world<Options>(2) {}

  void cancel_or_give_back(request& small_one) {
    if (!small_one.cancel()) {
      small_one.get();
      this->semaphore.release();
    }
  }

  /// Requires that each of so many permits is granted or free, and that no request waits that could be served.
  void check_grants(int count) {
    require_sound(this->semaphore.queue());
    const std::array sizes{2, 1, 1};
    const std::array<request*, 3> line{&large, &small, &last};
    std::array<bool, 3> waits{};
    int found = 0;
    int wanted = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      waits[i] = line[i]->status() == request_status::waiting;
      if (waits[i] && wanted == 0) {
        wanted = sizes[i];
      }
      if (line[i]->status() == request_status::granted) {
        require(wanted == 0, "a request is served before an earlier one");
        line[i]->get();
        found += sizes[i];
      }
    }
    require(wanted == 0 || found + wanted > count, "a request waits though there are enough permits");
    this->semaphore.release(4);  // enough for all that still wait
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (waits[i]) {
        require(line[i]->status() == request_status::granted, "a request is never served");
        line[i]->get();
        found += sizes[i];
      }
    }
    this->check_free(count + 4 - found);
  }

 private:
  struct hold {
    explicit hold(typename world<Options>::semaphore_type& semaphore) { semaphore.acquire(1); }
  };
  hold _held{this->semaphore};

 public:
  request large = this->semaphore.acquire_request(2);
  request small = this->semaphore.acquire_request(1);
  request last = this->semaphore.acquire_request(1);
};

/// The last user destroys the semaphore as soon as its acquire completes.
template <options Options>
struct short_lived {
  using semaphore_type = weighted_semaphore<9, Options, checked>;

  coroutine acquire_and_destroy() {
    const bool acquired = co_await semaphore->async_acquire(2, stop.get_token());
    if (!acquired) {
      co_await semaphore->async_acquire(2);
    }
    checked::destroy(semaphore);
  }

  semaphore_type* semaphore = checked::create<semaphore_type>(0);
  checked::stop_source stop;
};

template <options Options>
void add_sharing(const std::string& prefix) {
  using world = check::world<Options>;
  const auto check = [](world& w) { w.check(); };

  add_scenario<world>(prefix + ".three", "a request for both permits beside two for one")
      .thread([](world& w) { w.use_all(); })
      .thread([](world& w) { w.use_one(); })
      .thread([](world& w) { w.use_one(); })
      .finally(check);

  add_scenario<world>(prefix + ".large", "three requests for both permits")
      .thread([](world& w) { w.use_all(); })
      .thread([](world& w) { w.use_all(); })
      .thread([](world& w) { w.use_all(); })
      .finally(check);

  add_scenario<world>(prefix + ".keep_coming", "a request for both permits, while small ones keep coming")
      .thread([](world& w) { w.use_all(); })
      .thread([](world& w) { w.use_one(), w.use_one(); })
      .thread([](world& w) { w.use_one(), w.use_one(); })
      .finally(check);

  add_scenario<world>(prefix + ".try", "a thread that does not wait comes while others wait")
      .thread([](world& w) { w.use_all(); })
      .thread([](world& w) { w.use_one(); })
      .thread([](world& w) {
        if (w.try_acquire(1)) {
          w.look();
          w.release(1);
        }
      })
      .finally(check);

  add_scenario<world>(prefix + ".deadline", "the request for both permits times out")
      .thread([](world& w) {
        if (w.acquire_for_a_while(2)) {
          w.enter();
          w.release(2);
        }
      })
      .thread([](world& w) { w.use_one(); })
      .thread([](world& w) { w.use_one(); })
      .finally(check);

  add_scenario<world>(prefix + ".stop", "a stop request aborts the request for both permits")
      .thread([](world& w) { w.use_one(); })
      .thread([](world& w) {
        if (w.acquire_until_stopped(2)) {
          w.enter();
          w.release(2);
        }
      })
      .thread([](world& w) { w.stop.request_stop(); })
      .finally(check);

  add_scenario<world>(prefix + ".memory", "the allocation of a segment fails for one of two threads")
      .thread([](world& w) { w.use_all(); })
      .thread([](world& w) {
        checked::fail_allocation();
        auto call = w.calls.begin(specification::acquire, 2);
        try {
          w.semaphore.acquire(2);
        } catch (const std::bad_alloc&) {
          call.aborts();
          return;
        }
        call.returns();
        w.enter();
        w.release(2);
      })
      .finally(check);
}

template <options Options>
void add_queued(const std::string& prefix) {
  using queued = check::queued<Options>;

  add_scenario<queued>(prefix + ".abort", "the large request aborts, while the small ones behind it wait")
      .thread([](queued& w) { w.large.cancel(); })
      .thread([](queued& w) {
        w.small.get();
        w.semaphore.release();
      })
      .thread([](queued& w) {
        w.last.get();
        w.semaphore.release();
      })
      .finally([](queued& w) {
        require(w.large.status() == request_status::cancelled, "a request gets permits that are not free");
        w.check_free(1);
      });

  add_scenario<queued>(prefix + ".release", "a release races with the abort of the large request")
      .thread([](queued& w) { w.semaphore.release(); })
      .thread([](queued& w) { w.large.cancel(); })
      .finally([](queued& w) { w.check_grants(2); });

  add_scenario<queued>(prefix + ".release_many", "a release of three permits races with two aborts")
      .thread([](queued& w) { w.semaphore.release(3); })
      .thread([](queued& w) { w.large.cancel(); })
      .thread([](queued& w) { w.small.cancel(); })
      .finally([](queued& w) { w.check_grants(4); });

  add_scenario<queued>(prefix + ".abort_all", "all requests abort, while two threads release")
      .thread([](queued& w) {
        w.large.cancel();
        w.semaphore.release();
      })
      .thread([](queued& w) {
        w.last.cancel();
        w.semaphore.release();
        w.small.cancel();
      })
      .finally([](queued& w) { w.check_grants(3); });

  add_scenario<queued>(prefix + ".newcomer", "a newcomer enqueues while the others abort")
      .thread([](queued& w) {
        w.large.cancel();
        w.cancel_or_give_back(w.small), w.cancel_or_give_back(w.last);
      })
      .thread([](queued& w) {
        w.semaphore.acquire(1);
        w.semaphore.release(1);
      })
      .finally([](queued& w) { w.check_free(1); });

  add_scenario<queued>(prefix + ".arrival",
                       "a newcomer comes to its cell while an abort serves the second request")
      .thread([](queued& w) { w.large.cancel(); })
      .thread([](queued& w) {
        w.last.cancel();
        w.small.get();
        w.semaphore.release();
      })
      .thread([](queued& w) {
        w.semaphore.acquire(1);
        w.semaphore.release();
      })
      .finally([](queued& w) { w.check_free(1); });

  add_scenario<queued>(prefix + ".unclaimed",
                       "a request that is served ends before anybody asks for its permits")
      .thread([](queued& w) {
        {
          auto another = w.semaphore.acquire_request();
          w.semaphore.release(4);
        }
        w.large.get(), w.small.get(), w.last.get();
        require(w.semaphore.try_acquire(1), "the permits of the request that has ended are lost");
      })
      .finally([](queued& w) { w.check_free(0); });

  add_scenario<queued>(prefix + ".order", "a single thread checks the order")
      .thread([](queued& w) {
        require(!w.semaphore.try_acquire(1), "a newcomer overtakes a waiter");
        require(w.small.status() == request_status::waiting, "a small request overtakes a large one");
        w.semaphore.release();
        require(w.large.status() == request_status::granted, "the large request is not served");
        require(w.small.status() == request_status::waiting, "there is one permit too many");
        w.large.get();
        w.semaphore.release();
        require(w.small.status() == request_status::granted, "the second request is not served");
        w.small.get();
        require(w.last.cancel(), "there is one permit too many");
      })
      .finally([](queued& w) { w.check_free(0); });
}

template <options Options>
void add_end(const std::string& prefix) {
  using short_lived = check::short_lived<Options>;

  add_scenario<short_lived>(prefix + ".end", "the waiter destroys the semaphore before release returns")
      .thread([](short_lived& w) { w.semaphore->release(); })
      .thread([](short_lived& w) { w.semaphore->release(); })
      .thread([](short_lived& w) {
        if (!w.semaphore->try_acquire_for(2, soon)) {
          w.semaphore->acquire(2);
        }
        checked::destroy(w.semaphore);
      });

  add_scenario<short_lived>(prefix + ".end_of_two",
                            "two requests are served by one release, then the destruction")
      .thread([](short_lived& w) { w.semaphore->release(2); })
      .thread([](short_lived& w) {
        {
          auto first = w.semaphore->acquire_request();
          auto second = w.semaphore->acquire_request();
          first.get(), second.get();
        }
        checked::destroy(w.semaphore);
      });

  add_scenario<short_lived>(prefix + ".end_after_abort", "the only request aborts, then the destruction")
      .thread([](short_lived& w) {
        require(!w.semaphore->try_acquire_for(1, soon), "acquire succeeded without a permit");
        checked::destroy(w.semaphore);
      });

  add_scenario<short_lived>(prefix + ".coroutine",
                            "a stop request, then a coroutine's acquire, then the destruction")
      .thread([](short_lived& w) { w.semaphore->release(2); })
      .thread([](short_lived& w) { w.acquire_and_destroy(); })
      .thread([](short_lived& w) { w.stop.request_stop(); });
}

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    add_sharing<Options>(prefix);
    add_queued<Options>(prefix);
    add_end<Options>(prefix);
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("weighted_semaphore", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
