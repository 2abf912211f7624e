#pragma once

#include <cqs/platform/native.h>

#include <baselines/spin/detail/basic_mcs_mutex.h>
#include <baselines/spin/detail/spin_flag.h>

namespace cqs::baselines::spin {

/// An MCS mutex whose waiters spin, each on its own node. Fair, no abort; 8 bytes. See `basic_mcs_mutex`.
template <platform Platform = native>
using mcs_mutex = detail::basic_mcs_mutex<detail::spin_flag<Platform>, Platform>;

}  // namespace cqs::baselines::spin
