#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <checker/engine/execution.h>
#include <checker/engine/failure.h>

namespace cqs::check {

/// A list that the threads of a scenario append to, in the order of their steps.
///
/// An append is not a step of its own. It belongs to the thread's previous step, and tells the scheduler that
/// the order of such steps matters.
template <class T, std::size_t Capacity = 16>
class journal {
 public:
  void append(const T& entry) {
    if (_size == Capacity) {
      fail(violation_kind::misuse, [&] { return "the journal is full: give it a larger capacity"; });
    }
    execution::active()->order_after(_token);
    _entries[_size++] = entry;
  }

  std::span<const T> entries() const noexcept { return {_entries.data(), _size}; }

 private:
  std::array<T, Capacity> _entries{};
  std::size_t _size = 0;
  std::uint64_t _token = 1;
};

}  // namespace cqs::check
