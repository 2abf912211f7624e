#pragma once

#include <cqs/latch.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

template <platform Platform>
struct basic_cqs_latch : standard_latch<basic_latch<async_smart, Platform>> {
  using base = standard_latch<basic_latch<async_smart, Platform>>;
  using base::base;
  static constexpr description about{"cqs.latch", cqs_origin, waiting::parking};
};

using cqs_latch = basic_cqs_latch<native>;

}  // namespace cqs::baselines
