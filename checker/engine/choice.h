#pragma once

#include <array>
#include <cstddef>

#include <checker/engine/schedule.h>

namespace cqs::check {

/// A step that the scheduler may take next.
struct choice {
  step what;
  /// True if the step preempts a thread that could continue.
  bool preempts = false;
};

/// The possible next steps. A step that continues the current thread comes first.
class choice_list {
 public:
  void add(const choice& added) noexcept {
    if (_size < _choices.size()) {
      _choices[_size++] = added;
    }
  }
  std::size_t size() const noexcept { return _size; }
  void clear() noexcept { _size = 0; }
  const choice& operator[](std::size_t index) const noexcept { return _choices[index]; }
  const choice* begin() const noexcept { return _choices.data(); }
  const choice* end() const noexcept { return _choices.data() + _size; }

 private:
  // A thread has at most six possible steps: the newest message, four older ones, a spurious failure.
  std::array<choice, 6 * max_threads> _choices;
  std::size_t _size = 0;
};

}  // namespace cqs::check
