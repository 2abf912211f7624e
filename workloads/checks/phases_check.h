#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "harness/record/sample.h"

namespace cqs::workloads {

/// Where the threads of a barrier are, who says when it is over, and whether nobody goes ahead of the others.
class phases_check {
 public:
  explicit phases_check(std::size_t threads) : _arrivals(threads) {}

  /// Before arriving. The first thread ends the run: whoever passes the phase that it is about to arrive in
  /// sees so.
  template <class Member>
  void arrive(const Member& member, std::uint64_t phase) noexcept {
    if (member.index() == 0 && !member.running()) {
      _last.store(phase, std::memory_order_relaxed);  // the barrier orders it
    }
    _arrivals[member.index()].phase.store(phase, std::memory_order_relaxed);
  }

  /// After passing; false when this was the last phase.
  template <class Member>
  bool pass(const Member& member, std::uint64_t phase) noexcept {
    if (phase % every == 0) {
      const auto next =
          _arrivals[(member.index() + 1) % _arrivals.size()].phase.load(std::memory_order_relaxed);
      if (next != phase && next != phase + 1) {
        _violations.fetch_add(1, std::memory_order_relaxed);
      }
    }
    return phase < _last.load(std::memory_order_relaxed);
  }

  void verify(harness::sample& sample) const {
    sample.check_equal("threads in another phase than their neighbour", _violations.load(), 0);
    for (const line& l : _arrivals) {
      sample.check_equal("phases of a thread", l.phase.load(), _last.load());
    }
  }

 private:
  static constexpr std::uint64_t every = 8;

  struct alignas(128) line {
    std::atomic<std::uint64_t> phase{0};
  };
  std::vector<line> _arrivals;
  alignas(128) std::atomic<std::uint64_t> _last{std::numeric_limits<std::uint64_t>::max()};
  alignas(128) std::atomic<std::uint64_t> _violations{0};
};

}  // namespace cqs::workloads
