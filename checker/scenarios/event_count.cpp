// The event count: many consumers, and no lost wake-up, even if a predicate throws.

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
  /// The exception of a predicate.
  struct refused {};

  /// A predicate that throws when there is a letter, so that another consumer has to receive the letter.
  bool refuse_letter() {
    if (letters.load(std::memory_order_relaxed) > 0) {
      throw refused{};
    }
    return open.load(std::memory_order_relaxed) == 1;
  }
  template <class Wait>
  void refuse(Wait wait) {
    try {
      wait([this] { return refuse_letter(); });
    } catch (const refused&) {
    }
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

    add_scenario<world>(prefix + ".consumers", "a producer sends two letters to two consumers")
        .thread([](world& w) {
          w.send();
          w.send();
        })
        .thread([](world& w) { w.receive(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".all", "notify_all wakes all consumers")
        .thread([](world& w) {
          w.open.store(1, std::memory_order_relaxed);
          w.event.notify_all();
        })
        .thread([](world& w) { w.event.await([&] { return w.open.load(std::memory_order_relaxed) == 1; }); })
        .thread([](world& w) { w.event.await([&] { return w.open.load(std::memory_order_relaxed) == 1; }); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a consumer that aborts passes its notification on")
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

/// A consumer whose predicate throws leaves the queue, and the notification goes to the next consumer. Holds
/// for every form of the wait.
struct add_throwing_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;

    add_scenario<world>(prefix + ".throws", "a predicate throws while a letter arrives")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.refuse([&](auto predicate) { w.event.await(predicate); }); })
        .thread([](world& w) {
          w.receive();
          w.open.store(1, std::memory_order_relaxed);
          w.event.notify_all();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".throws_or_stops",
                        "a predicate throws while a letter arrives; the wait takes a stop token")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) {
          w.refuse([&](auto predicate) { static_cast<void>(w.event.await(predicate, w.stop.get_token())); });
        })
        .thread([](world& w) {
          w.receive();
          w.stop.request_stop();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".throws_or_expires",
                        "a predicate throws while a letter arrives; the wait has a deadline")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          w.refuse([&](auto predicate) { static_cast<void>(w.event.await_until(predicate, soon)); });
        })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("event_count", add_scenarios{}),
                                     for_each_variant("event_count", add_throwing_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
