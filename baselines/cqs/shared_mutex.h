#pragma once

#include <cqs/shared_mutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

struct cqs_shared_mutex : standard_shared_mutex<shared_mutex> {
  static constexpr description about{"cqs.shared_mutex", cqs_origin, waiting::parking, order::fifo};
};

}  // namespace cqs::baselines
