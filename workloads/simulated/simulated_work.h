#pragma once

#include <cstdint>

#include "harness/team/geometric_work.h"
#include "simulator/engine/simulation.h"

namespace cqs::workloads::simulated {

/// The work between operations, in virtual time, with the same lengths as in a measurement.
class simulated_work {
 public:
  explicit simulated_work(std::uint64_t mean, std::uint64_t seed = 1) noexcept : _lengths(mean, seed) {}

  void operator()() noexcept {
    if (const std::uint64_t iterations = _lengths.count(); iterations > 0) {
      simulator::simulation::active()->work(iterations);
    }
  }
  bool chance(double probability) noexcept { return _lengths.chance(probability); }

 private:
  harness::geometric_work _lengths;
};

}  // namespace cqs::workloads::simulated
