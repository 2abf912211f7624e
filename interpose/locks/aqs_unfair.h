#pragma once

#include "baselines/aqs/mutex.h"
#include "interpose/library/interposed.h"

namespace cqs::interpose {

using chosen_lock = baselines::aqs::mutex<baselines::aqs::fairness::unfair, interposed>;

}  // namespace cqs::interpose
