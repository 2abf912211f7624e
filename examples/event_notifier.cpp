// A consumer that sleeps while its mailbox is empty. The notifier knows nothing about the mailbox.

#include <cqs/event_notifier.h>

#include <atomic>
#include <thread>
#include <vector>

int main() {
  constexpr int producers = 3;
  constexpr int letters = 100;
  cqs::event_notifier notifier;
  std::atomic<int> mailbox{0};

  std::vector<std::jthread> team;
  for (int i = 0; i < producers; ++i) {
    team.emplace_back([&] {
      for (int n = 0; n < letters; ++n) {
        mailbox.fetch_add(1, std::memory_order_relaxed);  // publish,
        notifier.notify();                                // then notify
      }
    });
  }

  int received = 0;
  while (received < producers * letters) {
    notifier.await([&] { return mailbox.load(std::memory_order_relaxed) > 0; });
    received += mailbox.exchange(0, std::memory_order_relaxed);
  }
  return received == producers * letters ? 0 : 1;
}
