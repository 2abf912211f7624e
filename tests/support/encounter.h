#pragma once

#include <cstddef>

#include <tests/support/meeting.h>
#include <tests/support/team.h>

namespace cqs::tests {

/// Two threads that synchronize before every round, so that the rounds really overlap.
class encounter {
 public:
  /// `prepare` and `check` run alone, `first` and `second` at the same time.
  template <class Prepare, class First, class Second, class Check>
  static void repeat(int rounds, Prepare&& prepare, First&& first, Second&& second, Check&& check) {
    meeting both(2);
    run_team(2, [&](std::size_t member) {
      for (int i = 0; i < rounds; ++i) {
        if (member == 0) {
          prepare();
        }
        both.meet();
        member == 0 ? first() : second();
        both.meet();
        if (member == 0) {
          check();
        }
      }
    });
  }
};

}  // namespace cqs::tests
