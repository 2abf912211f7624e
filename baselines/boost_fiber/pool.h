#pragma once

#include <bit>
#include <chrono>
#include <cstddef>
#include <optional>

#include <boost/fiber/buffered_channel.hpp>
#include <boost/fiber/condition_variable.hpp>
#include <boost/fiber/mutex.hpp>

#include "baselines/adapters/monitor_pool.h"
#include "baselines/boost/origin.h"

namespace cqs::baselines {

/// Like the mutex, used from threads that run one fiber each.
class boost_fiber_channel {
 public:
  static constexpr description about{"boost_fiber.buffered_channel", boost_origin, waiting::suspending};

  /// The channel's capacity is a power of two, and it uses one less.
  explicit boost_fiber_channel(std::size_t capacity) : _channel(std::bit_ceil(capacity + 1)) {}

  void put(element e) { _channel.push(e); }
  element take() { return _channel.value_pop(); }
  std::optional<element> take_for(std::chrono::nanoseconds timeout) {
    element e = 0;
    return _channel.pop_wait_for(e, timeout) == boost::fibers::channel_op_status::success ? std::optional(e)
                                                                                          : std::nullopt;
  }

 private:
  boost::fibers::buffered_channel<element> _channel;
};

struct boost_fiber_monitor_pool : monitor_pool<boost::fibers::mutex, boost::fibers::condition_variable_any> {
  using monitor_pool::monitor_pool;
  static constexpr description about{"boost_fiber.monitor_pool", boost_origin, waiting::suspending};
};

}  // namespace cqs::baselines
