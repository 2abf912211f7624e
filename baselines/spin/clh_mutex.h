#pragma once

#include <cqs/platform/native.h>

#include <baselines/spin/detail/basic_clh_mutex.h>
#include <baselines/spin/detail/spin_flag.h>

namespace cqs::baselines::spin {

/// A CLH mutex whose waiters spin, each on the node before its own. Fair, no abort; 8 bytes. See
/// `basic_clh_mutex`.
template <platform Platform = native>
using clh_mutex = detail::basic_clh_mutex<detail::spin_flag<Platform>, Platform>;

}  // namespace cqs::baselines::spin
