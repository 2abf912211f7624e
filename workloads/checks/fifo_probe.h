#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "harness/record/sample.h"
#include "harness/team/waiting_thread.h"

namespace cqs::workloads {

/// Enters a section for one thread at a time, runs the given function inside, and leaves.
using enter_function = std::function<void(const std::function<void()>& inside)>;

namespace fifo_probe {

inline constexpr int rounds = 2;
inline constexpr int attempts = 6;  // on a busy machine the order of arrival is sometimes uncertain
inline constexpr int waiters = 3;

inline std::uint64_t inversions(const std::vector<int>& order) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      count += order[i] > order[j] ? 1U : 0U;
    }
  }
  return count;
}

/// The order in which the threads got in; empty if the order of their arrival is uncertain.
template <class WaitingThread>
std::vector<int> one_round(const enter_function& enter) {
  std::vector<int> order;  // changed only inside the section
  std::deque<WaitingThread> queue;
  bool certain = true;
  enter([&] {
    for (int i = 0; i < waiters; ++i) {
      queue.emplace_back([&, i] { enter([&] { order.push_back(i); }); });
      certain = queue.back().stands_in_queue() && certain;
    }
  });
  enter([&] { order.push_back(waiters); });
  queue.clear();
  return certain ? order : std::vector<int>{};
}

}  // namespace fifo_probe

/// Counts waits that are served out of turn. Threads enqueue one after another, each only when the previous
/// thread is certainly in the queue. Then the holder leaves the section and tries to enter again immediately,
/// behind all of them. The probe counts the pairs that get in in the wrong order: none, if the implementation
/// is FIFO.
///
/// Sets `fifo_violations`, and `fifo_pairs`, the number of all pairs. If `fair`, a violation is a violated
/// invariant.
template <class WaitingThread = harness::waiting_thread>
void probe_order(harness::sample& sample, bool fair, const enter_function& enter) {
  std::uint64_t violations = 0;
  std::uint64_t pairs = 0;
  int round = 0;
  for (int attempt = 0; attempt < fifo_probe::attempts && round < fifo_probe::rounds; ++attempt) {
    if (const auto order = fifo_probe::one_round<WaitingThread>(enter); !order.empty()) {
      ++round;
      violations += fifo_probe::inversions(order);
      pairs += order.size() * (order.size() - 1) / 2;
    }
  }
  if (pairs == 0) {
    return;
  }
  sample.set("fifo_violations", static_cast<double>(violations));
  sample.set("fifo_pairs", static_cast<double>(pairs));
  if (fair && violations > 0) {
    sample.fail(
        fmt::format("first come, first served: {} of {} pairs were served out of turn", violations, pairs));
  }
}

}  // namespace cqs::workloads
