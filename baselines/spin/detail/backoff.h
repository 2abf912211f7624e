#pragma once

#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::baselines::spin::detail {

/// One step of a busy wait: call it between two checks. It only pauses for about as long as a lock is held if
/// every thread has a processor. A longer wait shows that there are more threads than processors: then it
/// yields.
template <platform Platform>
class backoff {
 public:
  void operator()() noexcept { _looks++ < pauses ? Platform::pause() : Platform::yield(); }

 private:
  static constexpr std::uint32_t pauses = 1024;

  std::uint32_t _looks = 0;
};

}  // namespace cqs::baselines::spin::detail
