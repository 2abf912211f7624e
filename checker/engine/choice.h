#pragma once

#include <array>
#include <cstddef>

#include <checker/engine/schedule.h>

namespace cqs::check {

/// A step that the scheduler may take next.
struct choice {
  step what;
  /// It takes the processor from a thread that could have gone on.
  bool preempts = false;
};

/// The steps to choose from, the one that goes on with the current thread first.
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
  // A thread has at most six ways to go on: the newest message, four older ones, a spurious failure.
  std::array<choice, 6 * max_threads> _choices;
  std::size_t _size = 0;
};

}  // namespace cqs::check
