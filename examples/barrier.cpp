// Simulates heat in a rod with several threads, step by step. At the end of each step, the barrier's
// completion function swaps the old and the new state. It runs once, while all threads wait.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

#include <cqs/barrier.h>

constexpr std::size_t cells = 120;
constexpr std::size_t threads = 3;
constexpr std::size_t steps = 200;

using rod = std::vector<double>;

/// Computes one step for the cells from `first` to `last`. The ends of the rod keep their temperature.
void step(const rod& before, rod& after, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    const bool is_end = i == 0 || i + 1 == cells;
    after[i] = is_end ? before[i] : before[i] + 0.25 * (before[i - 1] - 2 * before[i] + before[i + 1]);
  }
}

rod initial() {
  rod r(cells, 0.0);
  r.front() = 100.0;
  return r;
}

rod by_one_thread() {
  rod now = initial();
  rod next = now;
  for (std::size_t s = 0; s < steps; ++s) {
    step(now, next, 0, cells);
    std::swap(now, next);
  }
  return now;
}

rod by_many_threads() {
  rod now = initial();
  rod next = now;
  cqs::barrier step_done(threads, [&]() noexcept { std::swap(now, next); });
  {
    std::vector<std::jthread> team;
    for (std::size_t t = 0; t < threads; ++t) {
      team.emplace_back([&, t] {
        for (std::size_t s = 0; s < steps; ++s) {
          step(now, next, t * cells / threads, (t + 1) * cells / threads);
          step_done.arrive_and_wait();
        }
      });
    }
  }
  return now;
}

double greatest_difference(const rod& a, const rod& b) {
  double greatest = 0.0;
  for (std::size_t i = 0; i < cells; ++i) {
    greatest = std::max(greatest, std::abs(a[i] - b[i]));
  }
  return greatest;
}

int main() {
  const rod computed = by_many_threads();
  const double difference = greatest_difference(computed, by_one_thread());
  std::printf(
      "%zu steps by %zu threads: %.3f degrees next to the hot end; difference from the sequential result: "
      "%g\n",
      steps, threads, computed[1], difference);
  return computed[1] > 50.0 && difference < 1e-9 ? 0 : 1;
}
