#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// The headers of a program of all mutations call these functions (see `generator.h`). One mutation is active at a
/// time; with none, the program does what the unchanged one does. What the compiler evaluates is never mutated.
namespace cqs_mutation {

/// Room for the mutations of a file, so that a change of one file does not number those of the others anew.
inline constexpr std::size_t numbers_per_file = 1024;
inline constexpr std::size_t most_files = 512;
inline constexpr std::size_t most_mutations = numbers_per_file * most_files;

/// The number of the active mutation; 0 is none.
inline std::uint32_t chosen = 0;
/// The mutations that have been reached since the array was cleared.
inline std::array<std::uint8_t, most_mutations> reached{};

constexpr bool active(std::uint32_t number) noexcept {
  if (std::is_constant_evaluated()) {
    return false;
  }
  reached[number] = 1;
  return number == chosen;
}

template <class... Others>
constexpr std::memory_order order(std::uint32_t number, std::memory_order order, Others... weaker) noexcept {
  ((order = active(number++) ? weaker : order), ...);
  return order;
}

template <class Condition>
constexpr bool negated(std::uint32_t number, const Condition& condition) noexcept {
  return active(number) != static_cast<bool>(condition);
}

template <class A, class B>
constexpr bool less(std::uint32_t number, const A& a, const B& b) noexcept {
  return active(number) ? a <= b : a < b;
}
template <class A, class B>
constexpr bool at_most(std::uint32_t number, const A& a, const B& b) noexcept {
  return active(number) ? a < b : a <= b;
}
template <class A, class B>
constexpr bool greater(std::uint32_t number, const A& a, const B& b) noexcept {
  return active(number) ? a >= b : a > b;
}
template <class A, class B>
constexpr bool at_least(std::uint32_t number, const A& a, const B& b) noexcept {
  return active(number) ? a > b : a >= b;
}

template <class T>
constexpr T raised(std::uint32_t number, T value) noexcept {
  return static_cast<T>(active(number) ? value + 1 : value);
}
template <class T>
constexpr T lowered(std::uint32_t number, T value) noexcept {
  return static_cast<T>(active(number) ? value - 1 : value);
}

/// A `std::lock_guard`.
template <class Lock>
class guard {
 public:
  guard(std::uint32_t number, Lock& lock) : _lock(lock), _holds(!active(number)) {
    if (_holds) {
      _lock.lock();
    }
  }
  guard(const guard&) = delete;
  guard& operator=(const guard&) = delete;
  ~guard() {
    if (_holds) {
      _lock.unlock();
    }
  }

 private:
  Lock& _lock;
  const bool _holds;
};

}  // namespace cqs_mutation
