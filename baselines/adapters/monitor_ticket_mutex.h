#pragma once

#include <cstdint>
#include <mutex>

namespace cqs::baselines {

/// The fair mutex that is written by hand most often: tickets, a mutex and one condition. An `unlock` wakes all
/// waiters, and all but one sleep again.
template <class Mutex, class Condition>
class monitor_ticket_mutex {
 public:
  void lock() {
    std::unique_lock lock(_mutex);
    const std::uint64_t own = _next++;
    _served.wait(lock, [this, own] { return _now == own; });
  }

  void unlock() {
    const std::scoped_lock lock(_mutex);
    ++_now;
    _served.notify_all();  // before others can lock: the next holder may destroy this object
  }

 private:
  Mutex _mutex;
  Condition _served;
  std::uint64_t _next = 0;  ///< the ticket of the next to come
  std::uint64_t _now = 0;   ///< the ticket of the holder, or of the next one if it is free
};

}  // namespace cqs::baselines
