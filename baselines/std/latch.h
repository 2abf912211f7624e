#pragma once

#include <latch>

#include "baselines/adapters/standard.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_latch : standard_latch<std::latch> {
  using standard_latch::standard_latch;
  static constexpr description about{"std.latch", std_origin, waiting::parking};
};

}  // namespace cqs::baselines
