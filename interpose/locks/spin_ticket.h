#pragma once

#include "baselines/spin/ticket_mutex.h"
#include "interpose/library/interposed.h"

namespace cqs::interpose {

using chosen_lock = baselines::spin::ticket_mutex<interposed>;

}  // namespace cqs::interpose
