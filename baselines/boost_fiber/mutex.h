#pragma once

#include <boost/fiber/mutex.hpp>
#include <boost/fiber/timed_mutex.hpp>

#include "baselines/adapters/standard.h"
#include "baselines/boost/origin.h"

/// Boost.Fiber's primitives, used from threads that run one fiber each. A waiting thread has no other fiber
/// to run, so it sleeps in its scheduler. The resuming thread puts the fiber into that scheduler's queue and
/// wakes the thread. So this measures a wake-up across threads through a fiber scheduler, not a switch
/// between fibers.
namespace cqs::baselines {

struct boost_fiber_mutex : standard_mutex<boost::fibers::mutex> {
  static constexpr description about{"boost_fiber.mutex", boost_origin, waiting::suspending};
};

struct boost_fiber_timed_mutex : standard_mutex<boost::fibers::timed_mutex> {
  static constexpr description about{"boost_fiber.timed_mutex", boost_origin, waiting::suspending};
};

}  // namespace cqs::baselines
