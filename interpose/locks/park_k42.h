#pragma once

#include "baselines/park/k42_mutex.h"
#include "interpose/library/interposed.h"

namespace cqs::interpose {

using chosen_lock = baselines::park::k42_mutex<interposed>;

}  // namespace cqs::interpose
