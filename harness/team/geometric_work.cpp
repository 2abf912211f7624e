#include "harness/team/geometric_work.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace cqs::harness {

double calibrate_work(std::uint64_t mean) {
  if (mean == 0) {
    return 0;
  }
  // About 50 000 iterations each: enough to average the lengths, short enough to fit between two interrupts.
  const std::uint64_t calls = std::max<std::uint64_t>(16, 50'000 / mean);
  std::array<double, 9> times{};
  geometric_work work(mean);
  for (double& time : times) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < calls; ++i) {
      work();
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    time = taken.count() / static_cast<double>(calls);
  }
  std::ranges::nth_element(times, times.begin() + times.size() / 2);
  return times[times.size() / 2];
}

}  // namespace cqs::harness
