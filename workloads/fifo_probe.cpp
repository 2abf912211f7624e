#include "workloads/fifo_probe.h"

#include <atomic>
#include <deque>
#include <vector>

#include <fmt/format.h>

#include "workloads/waiting_thread.h"

namespace cqs::workloads {

namespace {

constexpr int rounds = 2;
constexpr int waiters = 3;

std::uint64_t inversions(const std::vector<int>& order) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      count += order[i] > order[j] ? 1U : 0U;
    }
  }
  return count;
}

/// The order in which they got in; empty if it is not certain in which they came.
std::vector<int> one_round(const enter_function& enter) {
  std::vector<int> order;  // changed inside the section only
  std::deque<waiting_thread> queue;
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

}  // namespace

void probe_order(harness::sample& sample, bool fair, const enter_function& enter) {
  std::uint64_t violations = 0;
  std::uint64_t pairs = 0;
  for (int round = 0; round < rounds; ++round) {
    if (const auto order = one_round(enter); !order.empty()) {
      violations += inversions(order);
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
