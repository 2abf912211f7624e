#pragma once

#include <cstddef>

#include <boost/fiber/barrier.hpp>

#include "baselines/boost/origin.h"
#include "baselines/concepts/barrier.h"

namespace cqs::baselines {

/// Like the mutex, used from threads that run one fiber each.
class boost_fiber_barrier {
 public:
  static constexpr description about{"boost_fiber.barrier", boost_origin, waiting::suspending};

  explicit boost_fiber_barrier(std::ptrdiff_t parties) : _barrier(static_cast<std::size_t>(parties)) {}

  void arrive_and_wait() { _barrier.wait(); }

 private:
  boost::fibers::barrier _barrier;
};

}  // namespace cqs::baselines
