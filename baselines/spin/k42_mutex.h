#pragma once

#include <cqs/platform/native.h>

#include <baselines/spin/detail/basic_k42_mutex.h>
#include <baselines/spin/detail/spin_flag.h>

namespace cqs::baselines::spin {

/// A K42 mutex whose waiters spin, each on its own node. Fair, no abort; 24 bytes. See `basic_k42_mutex`.
template <platform Platform = native>
using k42_mutex = detail::basic_k42_mutex<detail::spin_flag<Platform>, Platform>;

}  // namespace cqs::baselines::spin
