#pragma once

#include <concepts>

#include <sys/prctl.h>

#include <cqs/platform/native.h>

namespace cqs::workloads {

/// While it lives, the kernel wakes this thread on time. By default it lets a sleeper oversleep by 50 µs. A simulated
/// thread is always on time.
template <platform Platform = native>
class punctual {
 public:
  punctual() {
    if constexpr (std::derived_from<Platform, native>) {
      _slack = prctl(PR_GET_TIMERSLACK);
      prctl(PR_SET_TIMERSLACK, 1000);
    }
  }
  punctual(const punctual&) = delete;
  punctual& operator=(const punctual&) = delete;
  ~punctual() {
    if (_slack > 0) {
      prctl(PR_SET_TIMERSLACK, _slack);
    }
  }

 private:
  int _slack = 0;
};

}  // namespace cqs::workloads
