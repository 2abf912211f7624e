#pragma once

#include <cqs/latch.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

struct cqs_latch : standard_latch<latch> {
  using standard_latch::standard_latch;
  static constexpr description about{"cqs.latch", cqs_origin, waiting::parking};
};

struct cqs_latch_simple : standard_latch<basic_latch<async_simple>> {
  using standard_latch::standard_latch;
  static constexpr description about{"cqs.latch.simple", cqs_origin, waiting::parking};
};

}  // namespace cqs::baselines
