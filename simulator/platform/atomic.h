#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "simulator/engine/simulation.h"
#include "support/fibers/site.h"

namespace cqs::simulator {

/// A `std::atomic` that charges every access to the accessing thread. Outside a simulation it is an ordinary
/// variable.
///
/// The last parameter of each function is the source location; callers omit it.
template <class T>
class alignas(sizeof(T)) atomic {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  constexpr atomic() noexcept = default;
  constexpr atomic(T value) noexcept : _value(value) {}  // NOLINT(google-explicit-constructor): as std's
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T load(std::memory_order /*order*/, fibers::site where = fibers::site::current()) const noexcept {
    simulation* const here = simulation::active();
    if (here == nullptr) {
      return _value;
    }
    std::uint64_t bits = 0;
    if (here->owed_look(this, bits)) {
      T value;
      std::memcpy(&value, &bits, sizeof value);
      return value;
    }
    const picoseconds done = here->begin(this, access_kind::load, where);
    const T value = _value;
    std::memcpy(&bits, &value, sizeof value);
    here->has_seen(bits);
    here->finish(done);
    return value;
  }

  void store(T value, std::memory_order order, fibers::site where = fibers::site::current()) noexcept {
    // On most machines, a sequentially consistent store is an exchange.
    change(order == std::memory_order::seq_cst ? access_kind::rmw : access_kind::store, where,
           [&](T) { return value; });
  }

  T exchange(T value, std::memory_order /*order*/, fibers::site where = fibers::site::current()) noexcept {
    return change(access_kind::rmw, where, [&](T) { return value; });
  }
  T fetch_add(T value, std::memory_order /*order*/,
              fibers::site where = fibers::site::current()) noexcept requires std::integral<T> {
    return change(access_kind::rmw, where, [&](T old) { return wrapped(old, value); });
  }
  T fetch_sub(T value, std::memory_order /*order*/,
              fibers::site where = fibers::site::current()) noexcept requires std::integral<T> {
    return change(access_kind::rmw, where, [&](T old) { return wrapped(old, T(0) - value); });
  }
  T fetch_or(T value, std::memory_order /*order*/,
             fibers::site where = fibers::site::current()) noexcept requires std::integral<T> {
    return change(access_kind::rmw, where, [&](T old) { return static_cast<T>(old | value); });
  }
  T fetch_and(T value, std::memory_order /*order*/,
              fibers::site where = fibers::site::current()) noexcept requires std::integral<T> {
    return change(access_kind::rmw, where, [&](T old) { return static_cast<T>(old & value); });
  }
  T fetch_xor(T value, std::memory_order /*order*/,
              fibers::site where = fibers::site::current()) noexcept requires std::integral<T> {
    return change(access_kind::rmw, where, [&](T old) { return static_cast<T>(old ^ value); });
  }

  /// A failed compare-exchange also pays for the line and for the misprediction.
  bool compare_exchange_strong(T& expected, T desired, std::memory_order /*success*/,
                               std::memory_order /*failure*/,
                               fibers::site where = fibers::site::current()) noexcept {
    const T old = change(access_kind::rmw, where, [&](T now) { return now == expected ? desired : now; });
    const bool equal = old == std::exchange(expected, old);
    if (simulation* const here = simulation::active(); here != nullptr && !equal) {
      here->spend(here->machine().costs().mispredict);
    }
    return equal;
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order order,
                               fibers::site where = fibers::site::current()) noexcept {
    return compare_exchange_strong(expected, desired, order, order, where);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure,
                             fibers::site where = fibers::site::current()) noexcept {
    return compare_exchange_strong(expected, desired, success, failure, where);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order order,
                             fibers::site where = fibers::site::current()) noexcept {
    return compare_exchange_strong(expected, desired, order, order, where);
  }

  /// For the simulated kernel, which reads without executing instructions of the program.
  const T& word() const noexcept { return _value; }

 private:
  static T wrapped(T a, T b) noexcept requires std::integral<T> {
    using number = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<number>(static_cast<number>(a) + static_cast<number>(b)));
  }

  template <class Change>
  T change(access_kind kind, fibers::site where, Change change) noexcept {
    simulation* const here = simulation::active();
    const picoseconds done = here == nullptr ? 0 : here->begin(this, kind, where);
    const T old = _value;
    _value = change(old);
    if (here != nullptr) {
      here->finish(done);
    }
    return old;
  }

  T _value{};
};

}  // namespace cqs::simulator
