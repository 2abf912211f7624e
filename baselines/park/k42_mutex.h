#pragma once

#include <cstdint>

#include <cqs/platform/native.h>

#include <baselines/park/detail/parking_flag.h>
#include <baselines/spin/detail/basic_k42_mutex.h>

namespace cqs::baselines::park {

/// A K42 mutex whose waiters spin for at most `SpinLimit` pauses and then park, each on a futex in its own
/// node on its stack. Fair, no abort; 24 bytes. See `basic_k42_mutex`.
template <platform Platform = native, std::uint32_t SpinLimit = 200>
using k42_mutex = spin::detail::basic_k42_mutex<detail::parking_flag<Platform, SpinLimit>, Platform>;

}  // namespace cqs::baselines::park
