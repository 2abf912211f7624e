#pragma once

#include <cqs/mutex.h>

#include "interpose/library/interposed.h"

namespace cqs::interpose {

using chosen_lock = basic_mutex<options{}, interposed>;

}  // namespace cqs::interpose
