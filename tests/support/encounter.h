#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

#include <tests/support/team.h>

namespace cqs::tests {

/// Two threads that meet before every round, so close that the rounds truly run at the same time.
class encounter {
 public:
  /// `prepare` and `check` run alone, `first` and `second` at the same time.
  template <class Prepare, class First, class Second, class Check>
  static void repeat(int rounds, Prepare&& prepare, First&& first, Second&& second, Check&& check) {
    encounter meeting;
    run_team(2, [&](std::size_t member) {
      for (int i = 0; i < rounds; ++i) {
        if (member == 0) {
          prepare();
        }
        meeting.meet();
        member == 0 ? first() : second();
        meeting.meet();
        if (member == 0) {
          check();
        }
      }
    });
  }

 private:
  void meet() {
    const int round = _arrived.fetch_add(1) / 2;
    for (int polls = 0; _arrived.load() / 2 <= round; ++polls) {
      if (polls > 200) {
        std::this_thread::yield();
      }
    }
  }

  std::atomic<int> _arrived = 0;
};

}  // namespace cqs::tests
