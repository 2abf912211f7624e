#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "baselines/concepts/pool.h"
#include "harness/record/sample.h"
#include "workloads/checks/permits_check.h"

namespace cqs::workloads {

/// The shared resources of a pool. In a correct pool, only the thread that took an element uses it.
class elements_check {
 public:
  explicit elements_check(std::size_t count) : _uses(count) {}

  template <class Pool>
  void fill(Pool& pool) const {
    for (baselines::element e = 0; e < _uses.size(); ++e) {
      pool.put(e);
    }
  }

  /// A plain counter on a cache line of its own: two simultaneous users lose an update.
  void use(baselines::element e) noexcept { _uses[e].count = _uses[e].count + 1; }

  std::uint64_t uses() const noexcept {
    std::uint64_t sum = 0;
    for (const use_line& u : _uses) {
      sum += u.count;
    }
    return sum;
  }

  /// Takes all elements out of an idle pool and puts them back. Each element must be there exactly once. If
  /// waits cannot be aborted, a lost element blocks the check until the watchdog ends the process.
  template <baselines::pool_like Pool>
  void verify(harness::sample& sample, Pool& pool) const {
    std::vector<baselines::element> found;
    while (found.size() < _uses.size()) {
      std::optional<baselines::element> e;
      if constexpr (baselines::abortable_pool<Pool>) {
        e = pool.take_for(until_it_is_lost);
      } else {
        e = pool.take();
      }
      if (!e) {
        break;
      }
      found.push_back(*e);
    }
    std::ranges::sort(found);
    for (baselines::element e = 0; e < _uses.size(); ++e) {
      if (found.size() <= e || found[e] != e) {
        sample.fail(fmt::format("elements at the end: {} instead of 0 to {}", found, _uses.size() - 1));
        break;
      }
    }
    if constexpr (baselines::abortable_pool<Pool>) {
      if (const auto extra = pool.take_for(until_it_is_none)) {
        sample.fail(fmt::format("one element too many at the end: {}", *extra));
      }
    }
    for (const auto e : found) {
      pool.put(e);
    }
  }

 private:
  struct alignas(128) use_line {
    volatile std::uint64_t count = 0;
  };
  std::vector<use_line> _uses;
};

}  // namespace cqs::workloads
