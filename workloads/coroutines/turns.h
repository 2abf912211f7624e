#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "harness/record/sample.h"

namespace cqs::workloads {

/// The shared state of a group that takes turns: each member waits, passes and comes again, a fixed number of
/// times. Costs that are not per turn stay outside the measured time: all members are in the queue before it
/// begins.
class turns {
 public:
  turns(std::uint64_t members, std::uint64_t rounds) : _members(members), _rounds(rounds), _left(members) {}

  std::uint64_t members() const noexcept { return _members; }
  std::uint64_t rounds() const noexcept { return _rounds; }
  std::uint64_t total() const noexcept { return _members * _rounds; }

  /// A member calls this before its first wait.
  void come() noexcept { _came.fetch_add(1, std::memory_order_relaxed); }
  /// Starts the time: the first turn may begin.
  void begin() noexcept { _begun = clock::now(); }
  /// A member calls this after its last turn.
  void leave() noexcept {
    if (_left.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      _ended = clock::now();
      _over.store(true, std::memory_order_release);
      _over.notify_one();
    }
  }

  void await_all_came() const noexcept {
    while (_came.load(std::memory_order_relaxed) < _members) {
      std::this_thread::yield();
    }
  }
  void await_all_left() const noexcept { _over.wait(false, std::memory_order_acquire); }

  /// The time from `begin` to the last `leave`.
  double nanoseconds() const noexcept {
    return std::chrono::duration<double, std::nano>(_ended - _begun).count();
  }

  /// Counts a turn where at most one member may pass at a time, with plain numbers. `member` identifies the
  /// caller.
  void pass_alone(const void* member) noexcept {
    ++_passed_alone;
    _handed_over += member == _last ? 0U : 1U;
    _last = member;
  }
  /// Records the number of turns, and how many followed a turn of a different member. Where a returning
  /// member overtakes waiters, a turn is not a hand-off.
  void record(harness::sample& sample) const {
    sample.check_equal("turns taken one at a time", _passed_alone, total());
    sample.set("handed_over", static_cast<double>(_handed_over) / static_cast<double>(total()));
  }

 private:
  using clock = std::chrono::steady_clock;

  const std::uint64_t _members;
  const std::uint64_t _rounds;
  std::atomic<std::uint64_t> _came = 0;
  std::atomic<std::uint64_t> _left;
  std::atomic<bool> _over = false;
  std::uint64_t _passed_alone = 0;
  std::uint64_t _handed_over = 0;
  const void* _last = nullptr;
  clock::time_point _begun;
  clock::time_point _ended;
};

}  // namespace cqs::workloads
