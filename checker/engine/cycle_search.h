#pragma once

#include <cstdint>

namespace cqs::check {

/// Looks for a state that an execution reaches twice, by Brent's algorithm: it compares each state with one earlier
/// state, the anchor, and moves the anchor ahead at twice the distance each time. So it keeps one state.
class cycle_search {
 public:
  /// Forgets the anchor. Call this after an event that the states do not contain.
  void restart() noexcept {
    _has_anchor = false;
    _distance = 1;
  }

  /// Notes that a thread makes a step.
  void note_step(std::uint32_t thread_bit) noexcept { _moved |= thread_bit; }

  /// The threads that have made a step since the anchor.
  std::uint32_t moved() const noexcept { return _moved; }

  /// Visits the state before step `now`. Returns the number of steps since it was reached first, or 0.
  std::uint32_t visit(std::uint64_t state, std::uint32_t now) noexcept {
    if (_has_anchor && state == _anchor) {
      return now - _anchored;
    }
    if (!_has_anchor || now - _anchored >= _distance) {
      _distance *= _has_anchor ? 2 : 1;
      _has_anchor = true;
      _anchor = state;
      _anchored = now;
      _moved = 0;
    }
    return 0;
  }

 private:
  bool _has_anchor = false;
  std::uint64_t _anchor = 0;
  std::uint32_t _anchored = 0;
  std::uint32_t _distance = 1;
  std::uint32_t _moved = 0;
};

}  // namespace cqs::check
