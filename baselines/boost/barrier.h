#pragma once

#include <cstddef>

#include <boost/thread/barrier.hpp>

#include "baselines/boost/origin.h"
#include "baselines/concepts/barrier.h"

namespace cqs::baselines {

class boost_barrier {
 public:
  static constexpr description about{"boost.barrier", boost_origin, waiting::parking};

  explicit boost_barrier(std::ptrdiff_t parties) : _barrier(static_cast<unsigned>(parties)) {}

  void arrive_and_wait() { _barrier.wait(); }

 private:
  boost::barrier _barrier;
};

}  // namespace cqs::baselines
