#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "harness/record/histogram.h"
#include "harness/team/geometric_work.h"
#include "harness/team/order_record.h"
#include "harness/team/team_phase.h"

namespace cqs::harness {

/// What one thread of a team has for itself: its work, its counts, its wait times. Nobody else touches it
/// while the team runs, and it begins on a line of its own.
///
/// `Clock` and `Work` are those of the machine, or of a simulated one.
template <class Clock, class Work>
class alignas(128) basic_team_member {
 public:
  using clock = Clock;

  basic_team_member(std::size_t index, std::uint64_t work_mean, std::uint64_t seed,
                    const std::atomic<team_phase>& phase) noexcept
      : _index(index), _phase(phase), _work(work_mean, seed) {}

  std::size_t index() const noexcept { return _index; }

  /// False when the time is over. A thread looks between two operations.
  bool running() const noexcept { return _phase.load(std::memory_order_relaxed) != team_phase::over; }

  /// False during the warm-up: what is recorded then is discarded.
  bool measuring() const noexcept { return _measuring; }

  void work() noexcept { _work(); }
  bool chance(double probability) noexcept { return _work.chance(probability); }

  /// Does `operation`, which may wait, and records how long one in `sampling` took: two readings of the clock
  /// cost as much as a cheap operation.
  template <class Operation>
  decltype(auto) wait(Operation&& operation) {
    const sampled_time time(*this, _waits);
    return std::forward<Operation>(operation)();
  }

  /// The same, for operations whose order counts: of one in `order_sampling`, records how often it was overtaken.
  template <class Operation>
  decltype(auto) wait_in_order(Operation&& operation) {
    const order_look look(*this);
    return wait(std::forward<Operation>(operation));
  }

  /// Does `operation`, and always records how long it took: into the waits if it gives true, otherwise into
  /// the aborts.
  template <class Operation>
  bool wait_or_abort(Operation&& operation) {
    const auto begin = clock::now();
    const bool waited = std::forward<Operation>(operation)();
    (waited ? _waits : _aborts).record(since(begin));
    return waited;
  }

  void record_wait(std::uint64_t nanoseconds) noexcept { _waits.record(nanoseconds); }

  /// Only its own thread counts, so a load and a store do, which cost no more than a plain increment.
  void completed() noexcept {
    _operations.store(operations() + 1, std::memory_order_relaxed);
    if (!_measuring && _phase.load(std::memory_order_relaxed) != team_phase::warming_up) [[unlikely]] {
      begin_measuring();
    }
  }

  /// Before the team starts: how many threads it has, and how to count the operations of all.
  void in_team(std::size_t size, std::function<std::uint64_t()> operations) {
    _others = size - 1;
    _team_operations = std::move(operations);
  }
  /// Is called in the member's thread when its warm-up is over.
  void at_begin(std::function<void()> call) { _at_begin = std::move(call); }
  /// Of a team that does not warm up, or of a member that has completed nothing since it did. Its own thread calls it.
  void begin_measuring() noexcept {
    _measuring = true;
    _discarded.store(operations(), std::memory_order_relaxed);
    _waits = {};
    _aborts = {};
    _order = {};
    if (_at_begin) {
      _at_begin();
    }
  }

  /// Anyone may ask, at any time.
  std::uint64_t operations() const noexcept { return _operations.load(std::memory_order_relaxed); }
  /// Of those, after the warm-up. Anyone may ask, as above.
  std::uint64_t measured() const noexcept {
    const auto all = operations();
    return all - std::min(all, _discarded.load(std::memory_order_relaxed));
  }
  const histogram& waits() const noexcept { return _waits; }
  const histogram& aborts() const noexcept { return _aborts; }
  const order_record& order() const noexcept { return _order; }

 private:
  static constexpr std::uint64_t sampling = 8;
  static constexpr std::uint64_t order_sampling = 64;  ///< rarely: a look reads a line of every thread

  static std::uint64_t since(typename clock::time_point begin) noexcept {
    return static_cast<std::uint64_t>((clock::now() - begin).count());
  }

  class sampled_time {
   public:
    sampled_time(basic_team_member& member, histogram& times) noexcept
        : _times(++member._tick % sampling == 0 ? &times : nullptr) {
      if (_times != nullptr) {
        _begin = clock::now();
      }
    }
    sampled_time(const sampled_time&) = delete;
    sampled_time& operator=(const sampled_time&) = delete;
    ~sampled_time() {
      if (_times != nullptr) {
        _times->record(since(_begin));
      }
    }

   private:
    histogram* _times;
    typename clock::time_point _begin;
  };

  class order_look {
   public:
    explicit order_look(basic_team_member& member)
        : _member(++member._order_tick % order_sampling == 0 && member._team_operations ? &member : nullptr),
          _before(_member == nullptr ? 0 : member._team_operations()) {}
    order_look(const order_look&) = delete;
    order_look& operator=(const order_look&) = delete;
    ~order_look() {
      if (_member != nullptr) {
        _member->_order.add(_member->_team_operations() - _before, _member->_others);
      }
    }

   private:
    basic_team_member* _member;
    std::uint64_t _before;
  };

  std::size_t _index;
  const std::atomic<team_phase>& _phase;
  bool _measuring = false;
  Work _work;
  std::uint64_t _tick = 0;
  std::atomic<std::uint64_t> _operations{0};
  std::atomic<std::uint64_t> _discarded{
      std::numeric_limits<std::uint64_t>::max()};  ///< until the warm-up ends, all
  histogram _waits;
  histogram _aborts;
  std::uint64_t _order_tick = 0;
  order_record _order;
  std::size_t _others = 0;
  std::function<std::uint64_t()> _team_operations;
  std::function<void()> _at_begin;
};

using team_member = basic_team_member<std::chrono::steady_clock, geometric_work>;

}  // namespace cqs::harness
