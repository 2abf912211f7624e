// The pools with both kinds of storage, in all variants. An element is in one place at a time.

#include <cstdint>

#include <cqs/queue_pool.h>
#include <cqs/stack_pool.h>

#include <checker/history/specifications/pool.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

using specification = pool_specification;

/// An element with a number that identifies it, and with data in which the checker can detect a race.
struct element {
  std::int64_t number = 0;
};

template <class Pool>
struct world {
  void put(std::int64_t number) {
    auto call = calls.begin(specification::put, number);
    data[number].write() = number + 100;
    pool.put({number});
    call.returns();
  }
  std::int64_t examined(element taken) {
    require(data[taken.number].read() == taken.number + 100,
            "an earlier write to the element is not visible");
    return taken.number;
  }
  std::int64_t take() {
    auto call = calls.begin(specification::take);
    const std::int64_t number = examined(pool.take());
    call.returns(number);
    return number;
  }
  void take_for_a_while() {
    auto call = calls.begin(specification::take);
    if (const auto taken = pool.take_for(soon)) {
      call.returns(examined(*taken));
    } else {
      call.aborts();
    }
  }
  std::int64_t try_take() {
    auto call = calls.begin(specification::try_take);
    const auto taken = pool.try_take();
    const std::int64_t number = taken ? examined(*taken) : -1;
    call.returns(number);
    return number;
  }
  void check() {
    require_sound(pool.queue());
    require_linearizable(calls, specification{.try_may_fail = true});
  }
  /// Requires that exactly the expected number of elements is left.
  void check_left(int expected) {
    require_sound(pool.queue());
    int left = 0;
    while (pool.try_take()) {
      ++left;
    }
    require(left == expected, left < expected ? "an element is lost" : "there is one element too many");
  }

  Pool pool;
  checked::plain<std::int64_t> data[4];
  history calls;
};

template <class Pool>
struct queued : world<Pool> {
  typename Pool::request_type first = this->pool.take_request();
  typename Pool::request_type second = this->pool.take_request();

  int granted() {
    int count = 0;
    for (auto* each : {&first, &second}) {
      if (each->status() == request_status::granted) {
        this->examined(each->get());
        ++count;
      }
    }
    return count;
  }
};

/// A pool with three initial elements.
template <class Pool>
struct filled : world<Pool> {
  filled() {
    for (std::int64_t number = 0; number < 3; ++number) {
      this->put(number);
    }
  }
  /// The elements that were put and not taken are left.
  void check_all() {
    int expected = 0;
    for (const call& each : this->calls.calls()) {
      expected += static_cast<int>(each.operation == specification::put);
      expected -= static_cast<int>(each.operation == specification::try_take && each.result >= 0);
    }
    this->check_left(expected);
  }
};

template <class Pool>
void add_to(const std::string& prefix) {
  using world = check::world<Pool>;
  using queued = check::queued<Pool>;

  add_scenario<world>(prefix + ".hand_over", "two threads put, two threads take")
      .thread([](world& w) { w.put(0); })
      .thread([](world& w) { w.put(1); })
      .thread([](world& w) { w.take(); })
      .thread([](world& w) { w.take(); })
      .finally([](world& w) { w.check_left(0); });

  add_scenario<world>(prefix + ".overtaken", "each retrieval comes before its insertion")
      .thread([](world& w) { w.put(0), w.put(1); })
      .thread([](world& w) {
        const auto number = w.take();
        w.put(number);
      })
      .thread([](world& w) { w.try_take(); })
      .finally([](world& w) {
        require_sound(w.pool.queue());
        int left = 0;
        while (w.pool.try_take()) {
          ++left;
        }
        for (const call& each : w.calls.calls()) {
          left += static_cast<int>(each.operation == specification::try_take && each.result >= 0);
        }
        require(left == 2, left < 2 ? "an element is lost" : "there is one element too many");
      });

  add_scenario<world>(prefix + ".deadline", "one of two takers times out while an element arrives")
      .thread([](world& w) { w.put(0), w.put(1); })
      .thread([](world& w) { w.take_for_a_while(); })
      .thread([](world& w) { w.take(); })
      .finally([](world& w) { require_sound(w.pool.queue()); });

  add_scenario<queued>(prefix + ".refuse", "a put races with the aborts of all waiters")
      .thread([](queued& w) { w.put(0); })
      .thread([](queued& w) { w.first.cancel(); })
      .thread([](queued& w) { w.second.cancel(); })
      .finally([](queued& w) { w.check_left(1 - w.granted()); });

  add_scenario<queued>(prefix + ".swap", "two puts race with the aborts of all waiters")
      .thread([](queued& w) { w.put(0); })
      .thread([](queued& w) { w.put(1); })
      .thread([](queued& w) { w.first.cancel(), w.second.cancel(); })
      .finally([](queued& w) { w.check_left(2 - w.granted()); });

  add_scenario<world>(prefix + ".kept",
                      "two threads put, none takes: the pool is destroyed with its elements")
      .thread([](world& w) { w.put(0); })
      .thread([](world& w) { w.put(1); })
      .finally([](world& w) { w.check(); });

  add_scenario<world>(prefix + ".turnover", "an element goes in and out over several segments")
      .thread([](world& w) {
        w.put(0);
        w.put(w.take());
        w.put(w.take());
        w.put(w.take());
      })
      .thread([](world& w) { w.put(w.take()); })
      .finally([](world& w) { w.check_left(1); });

  using filled = check::filled<Pool>;
  add_scenario<filled>(prefix + ".aba",
                       "a thread pops an element that another thread has popped and pushed back meanwhile")
      .thread([](filled& w) { w.try_take(); })
      .thread([](filled& w) {
        w.try_take();
        if (const auto number = w.try_take(); number >= 0) {
          w.put(number);
        }
      })
      .thread([](filled& w) { w.put(3); })
      .finally([](filled& w) { w.check_all(); });
}

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& variant) const {
    add_to<queue_pool<element, Options, checked>>("queue_" + variant);
    add_to<stack_pool<element, Options, checked>>("stack_" + variant);
  }
};

[[maybe_unused]] const bool added = (for_each_variant_and_order("pool", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
