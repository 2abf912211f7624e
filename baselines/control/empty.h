#pragma once

#include <cstddef>

#include "baselines/concepts/barrier.h"
#include "baselines/concepts/latch.h"
#include "baselines/concepts/pool.h"
#include "baselines/concepts/semaphore.h"
#include "baselines/concepts/shared_mutex.h"

/// The controls do nothing. So the same code that measures the others also measures the cost of a workload
/// without synchronization. They keep none of the promises of their concepts.
namespace cqs::baselines {

inline constexpr description about_empty{"control.empty", "control", waiting::never};

struct empty_mutex {
  struct hold {};
  static constexpr description about = about_empty;

  void lock(hold& /*unused*/) noexcept {}
  void unlock(hold& /*unused*/) noexcept {}
  void lock_shared(hold& /*unused*/) noexcept {}
  void unlock_shared(hold& /*unused*/) noexcept {}
};

struct empty_semaphore {
  static constexpr description about = about_empty;

  explicit empty_semaphore(std::ptrdiff_t /*permits*/) noexcept {}
  void acquire() noexcept {}
  void release() noexcept {}
};

struct empty_latch {
  static constexpr description about = about_empty;

  explicit empty_latch(std::ptrdiff_t /*count*/) noexcept {}
  void count_down() noexcept {}
  void wait() noexcept {}
};

struct empty_barrier {
  static constexpr description about = about_empty;

  explicit empty_barrier(std::ptrdiff_t /*parties*/) noexcept {}
  void arrive_and_wait() noexcept {}
};

struct empty_pool {
  static constexpr description about = about_empty;

  explicit empty_pool(std::size_t /*capacity*/) noexcept {}
  void put(element /*e*/) noexcept {}
  element take() noexcept { return 0; }
};

}  // namespace cqs::baselines
