// Behaviours over cowns. The data that belongs to a cown needs no lock.

#include <cqs/cown_runtime.h>

#include <thread>

int main() {
  cqs::cown_runtime runtime({.policy = cqs::overload_policy::mute, .threshold = 8});
  cqs::cown stock(runtime);
  cqs::cown ledger(runtime);
  int goods = 100;  // belongs to the stock
  int sales = 0;    // belongs to the ledger

  std::jthread worker([&](const std::stop_token& stop) { runtime.run(stop); });
  for (int i = 0; i < 100; ++i) {
    runtime.when(
        [&](cqs::behaviour& sale) {
          --goods;
          // Scheduled from a behaviour: if the ledger falls behind, the stock waits until the ledger has
          // caught up.
          sale.when([&](cqs::behaviour&) { ++sales; }, {&ledger});
        },
        {&stock});
  }
  runtime.drain();
  return goods == 0 && sales == 100 ? 0 : 1;
}
