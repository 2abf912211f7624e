#pragma once

#include <cstdint>

namespace cqs::baselines::aqs {

/// What an arrival does that could acquire at once while others wait.
enum class fairness : std::uint8_t {
  unfair,  ///< acquires: faster, since no thread has to be woken first, but those who wait may starve
  fair,    ///< queues up behind them
};

}  // namespace cqs::baselines::aqs
