#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace cqs::baselines {

/// A barrier made of a mutex and a condition, like the JVM's CyclicBarrier.
template <class Mutex, class Condition>
class monitor_barrier {
 public:
  explicit monitor_barrier(std::ptrdiff_t parties) : _parties(parties), _missing(parties) {}

  void arrive_and_wait() {
    std::unique_lock lock(_mutex);
    if (--_missing == 0) {
      _missing = _parties;
      ++_phase;
      lock.unlock();
      _phase_over.notify_all();
      return;
    }
    _phase_over.wait(lock, [this, phase = _phase] { return _phase != phase; });
  }

 private:
  Mutex _mutex;
  Condition _phase_over;
  std::ptrdiff_t _parties;
  std::ptrdiff_t _missing;
  std::uint64_t _phase = 0;
};

}  // namespace cqs::baselines
