#pragma once

#include <chrono>
#include <cstddef>

#include <boost/chrono/duration.hpp>
#include <boost/thread/latch.hpp>

#include "baselines/boost/origin.h"
#include "baselines/concepts/latch.h"

namespace cqs::baselines {

class boost_latch {
 public:
  static constexpr description about{"boost.latch", boost_origin, waiting::parking};

  explicit boost_latch(std::ptrdiff_t count) : _latch(static_cast<std::size_t>(count)) {}

  void count_down() { _latch.count_down(); }
  void wait() { _latch.wait(); }
  bool wait_for(std::chrono::nanoseconds timeout) {
    return _latch.wait_for(boost::chrono::nanoseconds(timeout.count())) == boost::cv_status::no_timeout;
  }

 private:
  boost::latch _latch;
};

}  // namespace cqs::baselines
