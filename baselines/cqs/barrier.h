#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <utility>

#include <cqs/barrier.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

template <platform Platform>
struct basic_cqs_barrier : standard_barrier<barrier<cqs::detail::no_completion, async_smart, Platform>> {
  using wrapped = barrier<cqs::detail::no_completion, async_smart, Platform>;
  using base = standard_barrier<wrapped>;
  using base::base;
  using arrival_token = typename wrapped::arrival_token;
  static constexpr description about{"cqs.barrier", cqs_origin, waiting::parking};

  arrival_token arrive() { return this->_barrier.arrive(); }
  void wait(arrival_token&& arrival) { this->_barrier.wait(std::move(arrival)); }
  bool wait_for(const arrival_token& arrival, std::chrono::nanoseconds timeout) {
    return this->_barrier.wait_for(arrival, timeout);
  }
  bool wait(const arrival_token& arrival, std::stop_token stop) {
    return this->_barrier.wait(arrival, std::move(stop));
  }

  const wrapped& underlying() const noexcept { return this->_barrier; }
};

using cqs_barrier = basic_cqs_barrier<native>;

}  // namespace cqs::baselines
