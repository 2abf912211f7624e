#pragma once

#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::baselines::spin::detail {

/// One busy wait: call it between two looks. It only pauses for as long as a lock is held where every thread
/// has a processor; a wait that lasts longer shows that threads outnumber processors, and yields.
template <platform Platform>
class backoff {
 public:
  void operator()() noexcept { _looks++ < pauses ? Platform::pause() : Platform::yield(); }

 private:
  static constexpr std::uint32_t pauses = 1024;

  std::uint32_t _looks = 0;
};

}  // namespace cqs::baselines::spin::detail
