#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

#include <folly/synchronization/Baton.h>
#include <folly/synchronization/Latch.h>

#include "baselines/concepts/latch.h"
#include "baselines/folly/origin.h"

namespace cqs::baselines {

/// A counter and a `folly::SaturatingSemaphore`.
class folly_latch {
 public:
  static constexpr description about{"folly.latch", folly_origin, waiting::parking};

  explicit folly_latch(std::ptrdiff_t count) : _latch(count) {}

  void count_down() { _latch.count_down(); }
  void wait() { _latch.wait(); }
  bool wait_for(std::chrono::nanoseconds timeout) { return _latch.try_wait_for(timeout); }

 private:
  folly::Latch _latch;
};

/// A counter and a `folly::Baton`; only one thread may wait, once.
class folly_baton_latch {
 public:
  static constexpr description about{
      .name = "folly.baton", .origin = folly_origin, .waits = waiting::parking, .audience = audience::one};

  explicit folly_baton_latch(std::ptrdiff_t count) : _count(count) {}

  void count_down() {
    if (_count.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      _baton.post();
    }
  }
  void wait() { _baton.wait(); }

 private:
  std::atomic<std::ptrdiff_t> _count;
  folly::Baton<> _baton;
};

}  // namespace cqs::baselines
