#pragma once

#include "baselines/spin/k42_mutex.h"
#include "interpose/library/interposed.h"

namespace cqs::interpose {

using chosen_lock = baselines::spin::k42_mutex<interposed>;

}  // namespace cqs::interpose
