#pragma once

#include "baselines/adapters/origin.h"
#include "baselines/adapters/standard.h"
#include "baselines/park/clh_mutex.h"
#include "baselines/park/k42_mutex.h"
#include "baselines/park/mcs_mutex.h"

namespace cqs::baselines {

template <platform Platform>
struct basic_park_mcs : park::mcs_mutex<Platform> {
  static constexpr description about{"park.mcs", own_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_park_clh : park::clh_mutex<Platform> {
  static constexpr description about{"park.clh", own_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_park_k42 : standard_mutex<park::k42_mutex<Platform>> {
  static constexpr description about{"park.k42", own_origin, waiting::parking, order::fifo};
};

}  // namespace cqs::baselines
