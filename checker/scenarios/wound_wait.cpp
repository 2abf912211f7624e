// Wound-wait: transactions over two mutexes, in opposite orders.

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

  /// Locks both, in this order, and makes a change that nobody else may see half of.
  void transfer(transaction& t, std::size_t first, std::size_t second) {
    do {
      if (t.lock(mutexes[first]) == ww_result::locked && t.lock(mutexes[second]) == ww_result::locked) {
        --balances[first].write();
        ++balances[second].write();
      }
    } while (!t.commit());
  }
  void check() {
    require(balances[0].read() + balances[1].read() == 0, "the sum is kept");
    transaction last(domain);
    for (auto& each : mutexes) {
      require(last.lock(each) == ww_result::locked, "every mutex is free");
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

    add_scenario<world>(prefix + ".three",
                        "three transactions: a younger one may stand ahead of an older in a queue")
        .thread([](world& w) { w.transfer(w.oldest, 0, 1); })
        .thread([](world& w) { w.transfer(w.middle, 1, 0); })
        .thread([](world& w) { w.transfer(w.youngest, 0, 1); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a transaction gives up while another wounds it")
        .thread([](world& w) { w.transfer(w.oldest, 0, 1); })
        .thread([](world& w) {
          if (w.youngest.lock(w.mutexes[1]) == ww_result::locked) {
            static_cast<void>(w.youngest.lock(w.mutexes[0], w.stop.get_token()));
          }
          w.youngest.rollback();
        })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("wound_wait", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
