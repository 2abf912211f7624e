#pragma once

#include <semaphore>

#include "baselines/adapters/standard.h"
#include "baselines/std/origin.h"

namespace cqs::baselines {

struct std_counting_semaphore : standard_semaphore<std::counting_semaphore<>> {
  using standard_semaphore::standard_semaphore;
  static constexpr description about{"std.counting_semaphore", std_origin, waiting::parking};
};

}  // namespace cqs::baselines
