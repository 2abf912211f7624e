// Wound-wait: transactions that lock two mutexes in opposite orders.

#include <array>

#include <cqs/wound_wait.h>

#include <checker/registry.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

template <options Options>
struct world {
  using transaction = basic_ww_transaction<Options, checked>;
  using mutex = basic_ww_mutex<Options, checked>;

  /// With `locked`, the oldest transaction holds the first mutex from the beginning.
  explicit world(bool locked = false) {
    if (locked) {
      require(oldest.lock(mutexes[0]) == ww_result::locked, "the mutex is not free");
    }
  }

  /// Locks both mutexes in this order and makes a change. No other transaction may see half of the change.
  void transfer(transaction& t, std::size_t first, std::size_t second) {
    do {
      if (t.lock(mutexes[first]) == ww_result::locked && t.lock(mutexes[second]) == ww_result::locked) {
        --balances[first].write();
        ++balances[second].write();
      }
    } while (!t.commit());
  }
  struct refused {};

  /// Locks both mutexes and throws instead of making a change.
  void fail_to_transfer(std::size_t first, std::size_t second) {
    try {
      run<Options, checked>(domain, [&](transaction& t) {
        if (t.lock(mutexes[first]) == ww_result::locked && t.lock(mutexes[second]) == ww_result::locked) {
          throw refused{};
        }
      });
      require(false, "run swallowed the exception");
    } catch (const refused&) {
    }
  }
  void check() {
    require(balances[0].read() + balances[1].read() == 0, "the sum of the balances has changed");
    transaction last(domain);
    for (auto& each : mutexes) {
      require(last.lock(each) == ww_result::locked, "a mutex is not free");
    }
  }

  basic_ww_domain<checked> domain;
  std::array<mutex, 2> mutexes{mutex(domain), mutex(domain)};
  std::array<checked::plain<int>, 2> balances;
  transaction oldest{domain};
  transaction middle{domain};
  transaction youngest{domain};
  checked::stop_source stop;
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;

    add_scenario<world>(prefix + ".opposite", "two transactions lock two mutexes in opposite orders")
        .thread([](world& w) { w.transfer(w.oldest, 0, 1); })
        .thread([](world& w) { w.transfer(w.youngest, 1, 0); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".three", "three transactions: a younger one may wait ahead of an older one")
        .thread([](world& w) { w.transfer(w.oldest, 0, 1); })
        .thread([](world& w) { w.transfer(w.middle, 1, 0); })
        .thread([](world& w) { w.transfer(w.youngest, 0, 1); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a transaction aborts its wait while another wounds it")
        .thread([](world& w) { w.transfer(w.oldest, 0, 1); })
        .thread([](world& w) {
          if (w.youngest.lock(w.mutexes[1]) == ww_result::locked) {
            static_cast<void>(w.youngest.lock(w.mutexes[0], w.stop.get_token()));
          }
          w.youngest.rollback();
        })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".older_stops",
                        "an older transaction stops waiting for a mutex that a younger one also wants")
        .world(true)
        .thread([](world& w) {
          w.stop.request_stop();
          w.oldest.rollback();
        })
        .thread([](world& w) {
          static_cast<void>(w.middle.lock(w.mutexes[0], w.stop.get_token()));
          w.middle.rollback();
        })
        .thread([](world& w) {
          require(w.youngest.lock(w.mutexes[0]) == ww_result::locked, "the youngest transaction was wounded");
          w.youngest.rollback();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".throws", "the body of a transaction throws while another wounds it")
        .thread([](world& w) { w.transfer(w.oldest, 0, 1); })
        .thread([](world& w) { w.fail_to_transfer(1, 0); })
        .finally([](world& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("wound_wait", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
