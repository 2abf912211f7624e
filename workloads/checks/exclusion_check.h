#pragma once

#include <cstdint>

#include "harness/record/sample.h"
#include "harness/team/team_result.h"

namespace cqs::workloads {

/// A plain counter that changes only inside critical sections: if two threads are inside at once, updates get
/// lost. One in 16 operations changes it, so that its cache misses do not hide those of the lock.
class alignas(128) exclusion_check {
 public:
  template <class Member>
  void inside(const Member& member) noexcept {
    if (member.operations() % every == 0) {
      _count = _count + 1;
    }
  }

  /// Each member called `inside` before each operation that it completed.
  void verify(harness::sample& sample, const harness::team_result& result) const {
    std::uint64_t expected = 0;
    for (const std::uint64_t operations : result.operations) {
      expected += (operations + every - 1) / every;
    }
    sample.check_equal("increments under mutual exclusion", _count, expected);
  }

 private:
  static constexpr std::uint64_t every = 16;

  volatile std::uint64_t _count = 0;  // volatile: every access really loads and stores
};

}  // namespace cqs::workloads
