#pragma once

#include <cstdint>

namespace cqs::baselines::aqs {

/// The behaviour of a newcomer that could acquire while others wait.
enum class fairness : std::uint8_t {
  unfair,  ///< acquires: faster, because no thread has to wake up first, but waiters may starve
  fair,    ///< enqueues behind the waiters
};

}  // namespace cqs::baselines::aqs
