// The event notifier beside a mailbox: no lost wake-up, no useless return without a notification.

#include <cqs/event_notifier.h>

#include <checker/registry.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

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
  void write_and_send() {
    letter.write() = 1;
    published.store(1, std::memory_order_relaxed);
    notifier.notify();
  }

  basic_event_notifier<checked> notifier;
  checked::atomic<std::uint32_t> letters{0};
  checked::atomic<std::uint32_t> published{0};
  checked::plain<int> letter{0};
  checked::stop_source stop;
};

struct add_scenarios {
  add_scenarios() {
    add_scenario<world>("event_notifier.1.producer", "one producer sends two letters")
        .thread([](world& w) {
          w.send();
          w.send();
        })
        .thread([](world& w) { w.receive(2); });

    add_scenario<world>("event_notifier.1.producers", "two producers, one consumer")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.receive(2); });

    add_scenario<world>("event_notifier.1.parked", "a notification hands over what was published before it")
        .thread([](world& w) { w.write_and_send(); })
        .thread([](world& w) {
          w.notifier.await([&] { return w.published.load(std::memory_order_relaxed) == 1; });
        })
        .finally(
            [](world& w) { require(w.published.load(std::memory_order_relaxed) == 1, "it is published"); });

    add_scenario<world>("event_notifier.1.hand_over",
                        "who is notified sees what came before the notification")
        .thread([](world& w) { w.write_and_send(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          if (w.notifier.park_until(w.notifier.prepare_parking(), soon)) {
            require(w.letter.read() == 1, "the letter is there");
          }
        });

    add_scenario<world>("event_notifier.1.stop", "a stop request races with the letter")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .thread([](world& w) {
          const bool came = w.notifier.await([&] { return w.has_letter(); }, w.stop.get_token());
          require(came || w.stop.stop_requested(), "it gave up without a reason");
          require(!came || w.has_letter(), "it returned without a letter");
          w.receive(1);
        });

    add_scenario<world>("event_notifier.1.deadline", "the time comes, or the letter")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          if (!w.notifier.await_until([&] { return w.has_letter(); }, soon)) {
            require(checked::clock::now() >= soon, "it gave up before its time");
          }
          w.receive(1);
        });

    add_scenario<world>("event_notifier.1.useless", "one notification ends one parking")
        .thread([](world& w) { w.notifier.notify(); })
        .thread([](world& w) {
          const auto soon = checked::clock::now() + check::soon;
          int returns = 0;
          for (int i = 0; i < 2; ++i) {
            returns += w.notifier.park_until(w.notifier.prepare_parking(), soon) ? 1 : 0;
          }
          require(returns <= 1, "one notification has ended two parkings");
        });
  }
};

[[maybe_unused]] const add_scenarios added;

}  // namespace
}  // namespace cqs::check
