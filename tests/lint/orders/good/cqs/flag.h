#pragma once

#include <atomic>

class flag {
 public:
  void publish() noexcept {
    // [set.publish] release -> [set.look]: the data; mutant order-publish-relaxed
    _set.store(1, std::memory_order_release);
  }

  bool look() const noexcept {
    // [set.look] acquire <- [set.publish]: the data; mutant order-look-relaxed
    return _set.load(std::memory_order_acquire) != 0;
  }

  // Ordered by [set.publish]; `[i]` and a relaxed access need no tag.
  int peek() const noexcept { return _set.load(std::memory_order_relaxed); }

  bool claim(int own) noexcept {
    int expected = 0;
    // [owner.claim] release -> [owner.*]: what the claimer did before, and a reason that is long enough to go
    // on in the next line; mutant order-claim-acquire
    // acquire <- [owner.claim]: the same; mutant order-claim-release
    // else acquire <- [owner.claim]; argued claim-failure
    return _owner.compare_exchange_strong(expected, own, std::memory_order_acq_rel,
                                          std::memory_order_acquire);
  }

 private:
  std::atomic<int> _set{0};
  std::atomic<int> _owner{0};
};
