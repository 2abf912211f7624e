#pragma once

#include <cstdint>

#include <cqs/platform/native.h>

#include <baselines/park/detail/parking_flag.h>
#include <baselines/spin/detail/basic_mcs_mutex.h>

namespace cqs::baselines::park {

/// An MCS mutex whose waiters spin for at most `SpinLimit` pauses and then park, each on a futex in its own node. Fair,
/// no abort; 8 bytes. See `basic_mcs_mutex`.
template <platform Platform = native, std::uint32_t SpinLimit = 200>
using mcs_mutex = spin::detail::basic_mcs_mutex<detail::parking_flag<Platform, SpinLimit>, Platform>;

}  // namespace cqs::baselines::park
