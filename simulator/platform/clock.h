#pragma once

#include <chrono>

#include "simulator/engine/simulation.h"

namespace cqs::simulator {

/// The virtual clock. It begins at one second, so that a deadline in the past is a valid time.
struct clock {
  using rep = std::int64_t;
  using period = std::nano;
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<clock>;
  static constexpr bool is_steady = true;

  static constexpr picoseconds beginning = 1'000'000'000'000;

  static time_point now() noexcept {
    simulation* const here = simulation::active();
    if (here != nullptr) {
      here->read_clock();
    }
    return time_point(duration((beginning + (here == nullptr ? 0 : here->now())) / 1000));
  }

  static picoseconds to_simulated(time_point time) noexcept {
    constexpr auto most = std::chrono::nanoseconds(simulation::forever / 1000);
    const auto since = time.time_since_epoch();
    return since >= most ? simulation::forever : since.count() * 1000 - beginning;
  }
};

}  // namespace cqs::simulator
