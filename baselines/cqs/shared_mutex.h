#pragma once

#include <cqs/shared_mutex.h>

#include "baselines/adapters/standard.h"
#include "baselines/cqs/variants.h"

namespace cqs::baselines {

template <platform Platform>
struct basic_cqs_shared_mutex : standard_shared_mutex<basic_shared_mutex<async_smart, Platform>> {
  static constexpr description about{"cqs.shared_mutex", cqs_origin, waiting::parking, order::fifo};
};

template <platform Platform>
struct basic_cqs_shared_mutex_central : standard_shared_mutex<basic_shared_mutex<central_readers, Platform>> {
  static constexpr description about{"cqs.shared_mutex.central", cqs_origin, waiting::parking, order::fifo};
};

using cqs_shared_mutex = basic_cqs_shared_mutex<native>;

}  // namespace cqs::baselines
