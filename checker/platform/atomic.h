#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <checker/engine/execution.h>

namespace cqs::check {

/// A `std::atomic` whose every access is a step of the current execution.
///
/// Callers always give the order. The last parameter of each function is the source location; callers omit
/// it. Outside an execution (in a unit test, as a static object) it is an ordinary variable.
template <class T>
class alignas(sizeof(T) < 4 ? 4 : sizeof(T)) atomic {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  static_assert(std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>);

 public:
  using value_type = T;

  constexpr atomic() noexcept : atomic(T{}) {}

  constexpr atomic(T value, site where = site::current()) noexcept : _value(value) {
    if (!std::is_constant_evaluated()) {
      if (execution* const now = execution::active()) {
        now->construct(this, location_kind::atomic, raw(value), where);
      }
    }
  }

  constexpr ~atomic() {
    if (!std::is_constant_evaluated()) {
      if (execution* const now = execution::active()) {
        now->destruct(this);
      }
    }
  }

  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T load(std::memory_order order, site where = site::current()) const noexcept {
    return access(operation_kind::load, T{}, order, where);
  }

  void store(T value, std::memory_order order, site where = site::current()) noexcept {
    access(operation_kind::store, value, order, where);
  }

  T exchange(T value, std::memory_order order, site where = site::current()) noexcept {
    return access(operation_kind::exchange, value, order, where);
  }

  T fetch_add(T value, std::memory_order order,
              site where = site::current()) noexcept requires std::integral<T> {
    return access(operation_kind::fetch_add, value, order, where);
  }

  T fetch_sub(T value, std::memory_order order,
              site where = site::current()) noexcept requires std::integral<T> {
    return access(operation_kind::fetch_sub, value, order, where);
  }

  T fetch_or(T value, std::memory_order order,
             site where = site::current()) noexcept requires std::integral<T> {
    return access(operation_kind::fetch_or, value, order, where);
  }

  T fetch_and(T value, std::memory_order order,
              site where = site::current()) noexcept requires std::integral<T> {
    return access(operation_kind::fetch_and, value, order, where);
  }

  T fetch_xor(T value, std::memory_order order,
              site where = site::current()) noexcept requires std::integral<T> {
    return access(operation_kind::fetch_xor, value, order, where);
  }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure,
                               site where = site::current()) noexcept {
    return compare_exchange(operation_kind::compare_exchange_strong, expected, desired, success, failure,
                            where);
  }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order order,
                               site where = site::current()) noexcept {
    return compare_exchange_strong(expected, desired, order, without_release(order), where);
  }

  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure,
                             site where = site::current()) noexcept {
    return compare_exchange(operation_kind::compare_exchange_weak, expected, desired, success, failure,
                            where);
  }

  bool compare_exchange_weak(T& expected, T desired, std::memory_order order,
                             site where = site::current()) noexcept {
    return compare_exchange_weak(expected, desired, order, without_release(order), where);
  }

  /// Returns the value as the scheduler sees it, without a step.
  static std::uint64_t raw(T value) noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }

 private:
  static constexpr std::memory_order without_release(std::memory_order order) noexcept {
    return order == std::memory_order::acq_rel   ? std::memory_order::acquire
           : order == std::memory_order::release ? std::memory_order::relaxed
                                                 : order;
  }

  static T value_of(std::uint64_t bits) noexcept {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  operation describe(operation_kind kind, std::memory_order order, T value, site where) const noexcept {
    operation what;
    what.kind = kind;
    what.order = order;
    what.where = where;
    what.address = this;
    what.operand = raw(value);
    what.mask = ~std::uint64_t{0} >> (64 - 8 * sizeof(T));
    return what;
  }

  T access(operation_kind kind, T value, std::memory_order order, site where) const noexcept {
    operation what = describe(kind, order, value, where);
    if (execution* const now = execution::active()) {
      now->perform(what);
      return value_of(what.value);
    }
    const T old = _value;
    if (kind != operation_kind::load) {
      _value = value_of(modified(what, raw(old)));
    }
    return old;
  }

  bool compare_exchange(operation_kind kind, T& expected, T desired, std::memory_order success,
                        std::memory_order failure, site where) noexcept {
    operation what = describe(kind, success, desired, where);
    what.failure_order = failure;
    what.expected = raw(expected);
    if (execution* const now = execution::active()) {
      now->perform(what);
    } else {
      what.value = raw(_value);
      what.success = what.value == what.expected;
      _value = what.success ? desired : _value;
    }
    if (!what.success) {
      expected = value_of(what.value);
    }
    return what.success;
  }

  /// The value outside executions. Inside, the execution's memory holds the value.
  mutable T _value;
};

}  // namespace cqs::check
