#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <utility>

#include <cqs/barrier.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

struct cqs_barrier : standard_barrier<barrier<>> {
  using standard_barrier::standard_barrier;
  using arrival_token = barrier<>::arrival_token;
  static constexpr description about{"cqs.barrier", cqs_origin, waiting::parking};

  arrival_token arrive() { return _barrier.arrive(); }
  void wait(arrival_token&& arrival) { _barrier.wait(std::move(arrival)); }
  bool wait_for(const arrival_token& arrival, std::chrono::nanoseconds timeout) {
    return _barrier.wait_for(arrival, timeout);
  }
  bool wait(const arrival_token& arrival, std::stop_token stop) {
    return _barrier.wait(arrival, std::move(stop));
  }

  const barrier<>& underlying() const noexcept { return _barrier; }
};

}  // namespace cqs::baselines
