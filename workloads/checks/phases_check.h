#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "harness/record/sample.h"

namespace cqs::workloads {

/// The phases of the threads at a barrier. Ends the run, and checks that no thread gets ahead of the others.
class phases_check {
 public:
  explicit phases_check(std::size_t threads) : _arrivals(threads) {}

  /// Called before an arrival. The first thread ends the run: every thread that passes its next phase sees
  /// it.
  template <class Member>
  void arrive(const Member& member, std::uint64_t phase) noexcept {
    if (member.index() == 0 && !member.running()) {
      _last.store(phase, std::memory_order_relaxed);  // the barrier orders it
    }
    _arrivals[member.index()].phase.store(phase, std::memory_order_relaxed);
  }

  /// Called after a passage. Returns false after the last phase.
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
