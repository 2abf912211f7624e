#pragma once

#include <cstddef>

#include <absl/synchronization/blocking_counter.h>

#include "baselines/absl/origin.h"
#include "baselines/concepts/latch.h"

namespace cqs::baselines {

class absl_blocking_counter {
 public:
  static constexpr description about{.name = "absl.blocking_counter",
                                     .origin = absl_origin,
                                     .waits = waiting::parking,
                                     .audience = audience::one};

  explicit absl_blocking_counter(std::ptrdiff_t count) : _counter(static_cast<int>(count)) {}

  void count_down() { _counter.DecrementCount(); }
  void wait() { _counter.Wait(); }

 private:
  absl::BlockingCounter _counter;
};

}  // namespace cqs::baselines
