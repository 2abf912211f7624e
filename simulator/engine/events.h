#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "simulator/engine/thread.h"

namespace cqs::simulator {

/// The queue of future events, ordered by virtual time. Events of the same time keep the order of their
/// insertion.
class events {
 public:
  enum class kind : std::uint8_t {
    go_on,     ///< the thread continues on its processor
    wake,      ///< the thread becomes runnable and needs a processor
    time_out,  ///< the thread's sleep is over
    grant,     ///< the line serves the next of the threads that wait for it
  };

  struct event {
    picoseconds time;
    std::uint64_t number;
    simulator::thread* thread;
    events::kind kind;
    simulator::line* line = nullptr;

    bool operator>(const event& other) const noexcept {
      return std::tie(time, number) > std::tie(other.time, other.number);
    }
  };

  /// Replaces the thread's previous event.
  void plan(picoseconds time, thread& who, kind what) {
    who.event = ++_last;
    _queue.push({time, _last, &who, what});
  }

  void plan_grant(picoseconds time, line& what) { _queue.push({time, ++_last, nullptr, kind::grant, &what}); }

  /// Returns true if no event happens up to this time.
  bool none_until(picoseconds time) const noexcept { return _queue.empty() || _queue.top().time > time; }

  /// Returns null if there is no event.
  const event* next() {
    while (!_queue.empty()) {
      _next = _queue.top();
      _queue.pop();
      if (_next.thread == nullptr || _next.number == _next.thread->event) {
        return &_next;
      }
    }
    return nullptr;
  }

 private:
  std::priority_queue<event, std::vector<event>, std::greater<>> _queue;
  event _next{};
  std::uint64_t _last = 0;
};

}  // namespace cqs::simulator
