#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>

#include <cqs/detail/misuse.h>
#include <cqs/platform/native.h>

#include <baselines/aqs/condition.h>
#include <baselines/aqs/mutex.h>

namespace cqs::baselines::aqs {

/// The counterpart of Java's CyclicBarrier: a mutex, a condition, and generations. A thread waits on the
/// condition until its generation is over. The last arrival begins the next generation and signals all.
///
/// No abort: in Java an abort breaks the barrier for all. Without aborts, this barrier cannot break.
/// Progress: blocking, also on arrival. Memory: see `mutex`. Size: 80 bytes.
template <platform Platform = native>
class cyclic_barrier {
 public:
  static constexpr std::ptrdiff_t max() noexcept { return std::numeric_limits<std::int32_t>::max(); }

  explicit cyclic_barrier(std::ptrdiff_t expected) : _expected(expected), _remaining(expected) {
    if (expected < 1 || expected > max()) {
      cqs::detail::throw_invalid_argument(
          "cqs::baselines::aqs::cyclic_barrier: the number of parties must be from 1 to max()");
    }
  }

  void arrive_and_wait() {
    const std::lock_guard lock(_mutex);
    const std::uint64_t generation = _generation.read();
    if (--_remaining.write() == 0) {
      _remaining.write() = _expected;
      ++_generation.write();
      _generation_over.signal_all();
      return;
    }
    do {
      _generation_over.await();
    } while (_generation.read() == generation);
  }

 private:
  using mutex_type = mutex<fairness::unfair, Platform>;

  mutex_type _mutex;
  condition<mutex_type> _generation_over{_mutex};
  std::ptrdiff_t _expected;
  typename Platform::template plain<std::ptrdiff_t> _remaining;
  typename Platform::template plain<std::uint64_t> _generation{0};
};

}  // namespace cqs::baselines::aqs
