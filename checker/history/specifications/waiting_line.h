#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <checker/engine/hash.h>
#include <checker/history/call.h>

namespace cqs::check {

/// The waiting calls, in order; a part of a specification's state.
class waiting_line {
 public:
  bool empty() const noexcept { return _size == 0; }
  std::size_t size() const noexcept { return _size; }
  std::size_t first() const noexcept { return _calls[0]; }

  void push(std::size_t call) noexcept { _calls[_size++] = static_cast<std::uint8_t>(call); }
  std::size_t pop() noexcept {
    const std::size_t call = first();
    remove(call);
    return call;
  }
  /// Returns false if the call does not wait.
  bool remove(std::size_t call) noexcept {
    const auto end = _calls.begin() + _size;
    const auto found = std::find(_calls.begin(), end, call);
    if (found == end) {
      return false;
    }
    std::copy(found + 1, end, found);
    --_size;
    return true;
  }

  std::uint64_t hash() const noexcept {
    std::uint64_t hash = _size;
    for (std::size_t i = 0; i < _size; ++i) {
      hash = mix(hash, _calls[i]);
    }
    return hash;
  }

 private:
  std::array<std::uint8_t, max_calls> _calls{};
  std::uint8_t _size = 0;
};

/// A set of calls; a part of a specification's state.
class call_set {
 public:
  void add(std::size_t call) noexcept { _bits |= std::uint32_t{1} << call; }
  bool contains(std::size_t call) const noexcept { return (_bits >> call & 1) != 0; }
  /// Returns false if the call was not in the set.
  bool remove(std::size_t call) noexcept {
    const bool was = contains(call);
    _bits &= ~(std::uint32_t{1} << call);
    return was;
  }
  std::uint64_t hash() const noexcept { return _bits; }

 private:
  std::uint32_t _bits = 0;
};

}  // namespace cqs::check
