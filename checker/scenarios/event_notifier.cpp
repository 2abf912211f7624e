// The event notifier with a mailbox: no lost wake-up, and no return without a notification.

#include <string>

#include <cqs/event_notifier.h>

#include <checker/registry.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// The consumer spins and yields once before it sleeps.
constexpr waiting once{.spin_ns = 1, .most_spin_ns = 1, .look_interval = 1, .yields = 1};

template <waiting Policy>
struct world {
  void send() {
    letters.fetch_add(1, std::memory_order_relaxed);
    notifier.notify();
  }
  bool has_letter() const { return letters.load(std::memory_order_relaxed) != 0; }
  void receive(std::uint32_t count) {
    while (count > 0) {
      notifier.await([&] { return has_letter(); });
      count -= letters.exchange(0, std::memory_order_relaxed);
    }
  }
  /// Waits for a condition that never becomes true. The check after the announcement throws.
  template <class Wait>
  void fail_to_await(Wait wait) {
    struct refused {};
    int looks = 0;
    try {
      wait([&looks] { return ++looks == 2 ? throw refused{} : false; });
    } catch (const refused&) {
    }
    notifier.cancel(notifier.prepare_parking());  // throws if the first announcement is still there
  }
  void write_and_send() {
    letter.write() = 1;
    published.store(1, std::memory_order_relaxed);
    notifier.notify();
  }

  basic_event_notifier<checked, Policy> notifier;
  checked::atomic<std::uint32_t> letters{0};
  checked::atomic<std::uint32_t> published{0};
  checked::plain<int> letter{0};
  checked::stop_source stop;
};

template <waiting Policy>
struct add_scenarios {
  explicit add_scenarios(const std::string& prefix) {
    using world = check::world<Policy>;

    add_scenario<world>(prefix + ".producer", "one producer sends two letters")
        .thread([](world& w) {
          w.send();
          w.send();
        })
        .thread([](world& w) { w.receive(2); });

    add_scenario<world>(prefix + ".producers", "two producers, one consumer")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.receive(2); });

    add_scenario<world>(prefix + ".parked",
                        "a parked consumer sees the data published before the notification")
        .thread([](world& w) { w.write_and_send(); })
        .thread([](world& w) {
          w.notifier.await([&] { return w.published.load(std::memory_order_relaxed) == 1; });
        })
        .finally([](world& w) {
          require(w.published.load(std::memory_order_relaxed) == 1, "the letter is not published");
        });

    add_scenario<world>(prefix + ".hand_over",
                        "a notified consumer sees the data published before the notification")
        .thread([](world& w) { w.write_and_send(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          if (w.notifier.park_until(w.notifier.prepare_parking(), soon)) {
            require(w.letter.read() == 1, "the letter is not visible");
          }
        });

    add_scenario<world>(prefix + ".stop", "a stop request races with a letter")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .thread([](world& w) {
          const bool came = w.notifier.await([&] { return w.has_letter(); }, w.stop.get_token());
          require(came || w.stop.stop_requested(), "the wait aborted without a stop request");
          require(!came || w.has_letter(), "the wait returned without a letter");
          w.receive(1);
        });

    add_scenario<world>(prefix + ".only_stop", "only a stop request ends the parking")
        .thread([](world& w) { w.stop.request_stop(); })
        .thread([](world& w) {
          const bool came = w.notifier.await([] { return false; }, w.stop.get_token());
          require(!came, "the wait returned without a notification");
          require(w.stop.stop_requested(), "the wait aborted without a stop request");
        });

    add_scenario<world>(prefix + ".deadline", "a deadline races with a letter")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          if (!w.notifier.await_until([&] { return w.has_letter(); }, soon)) {
            require(checked::clock::now() >= soon, "the wait timed out before its deadline");
          }
          w.receive(1);
        });

    add_scenario<world>(prefix + ".throws", "a predicate throws while a letter arrives")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) {
          w.fail_to_await([&](auto predicate) { w.notifier.await(predicate); });
          w.receive(1);
        });

    add_scenario<world>(prefix + ".throws_or_stops",
                        "a predicate throws while a letter arrives; the wait takes a stop token")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .thread([](world& w) {
          w.fail_to_await(
              [&](auto predicate) { static_cast<void>(w.notifier.await(predicate, w.stop.get_token())); });
          w.receive(1);
        });

    add_scenario<world>(prefix + ".throws_or_expires",
                        "a predicate throws while a letter arrives; the wait has a deadline")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          w.fail_to_await(
              [&](auto predicate) { static_cast<void>(w.notifier.await_until(predicate, soon)); });
          w.receive(1);
        });

    add_scenario<world>(prefix + ".useless", "one notification ends one parking")
        .thread([](world& w) { w.notifier.notify(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          int returns = 0;
          for (int i = 0; i < 2; ++i) {
            returns += w.notifier.park_until(w.notifier.prepare_parking(), soon) ? 1 : 0;
          }
          require(returns <= 1, "one notification ended two parkings");
        });
  }
};

[[maybe_unused]] const add_scenarios<park_at_once> added("event_notifier.1");
[[maybe_unused]] const add_scenarios<once> added_polling("event_notifier.polling");

}  // namespace
}  // namespace cqs::check
