// The event count: many consumers, no lost wake-up.

#include <cqs/event_count.h>

#include <checker/registry.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

template <options Options>
struct world {
  void send() {
    letters.fetch_add(1, std::memory_order_relaxed);
    event.notify_one();
  }
  bool try_receive() {
    auto there = letters.load(std::memory_order_relaxed);
    while (there > 0) {
      if (letters.compare_exchange_weak(there, there - 1, std::memory_order_relaxed,
                                        std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }
  void receive() {
    event.await([this] { return try_receive(); });
  }
  void check() {
    require(letters.load(std::memory_order_relaxed) == 0, "every letter is received");
    require_sound(event.queue());
  }

  basic_event_count<Options, checked> event;
  checked::atomic<std::uint32_t> letters{0};
  checked::atomic<std::uint32_t> open{0};
  checked::stop_source stop;
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;

    add_scenario<world>(prefix + ".consumers", "two letters, two consumers")
        .thread([](world& w) {
          w.send();
          w.send();
        })
        .thread([](world& w) { w.receive(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".all", "all are notified")
        .thread([](world& w) {
          w.open.store(1, std::memory_order_relaxed);
          w.event.notify_all();
        })
        .thread([](world& w) { w.event.await([&] { return w.open.load(std::memory_order_relaxed) == 1; }); })
        .thread([](world& w) { w.event.await([&] { return w.open.load(std::memory_order_relaxed) == 1; }); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a consumer that gives up passes its notification on")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) {
          if (w.event.await([&] { return w.try_receive(); }, w.stop.get_token())) {
            w.send();
          }
        })
        .thread([](world& w) { w.stop.request_stop(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("event_count", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
