#pragma once

#include <atomic>
#include <cstdint>

#include <checker/engine/site.h>

namespace cqs::check {

/// The kinds of visible operations. Threads can interleave only at these.
enum class operation_kind : std::uint8_t {
  load,
  store,
  exchange,
  fetch_add,
  fetch_sub,
  fetch_or,
  fetch_and,
  fetch_xor,
  compare_exchange_strong,
  compare_exchange_weak,
  futex_wait,
  futex_wait_until,
  futex_wake,
  pause,
  read_clock,
  step,
};

/// A visible operation. It lives on the stack of the fiber that is about to perform it. The scheduler reads
/// it to know the fiber's next step.
struct operation {
  operation_kind kind = operation_kind::step;
  std::memory_order order = std::memory_order::relaxed;
  /// The order of a failed compare-exchange.
  std::memory_order failure_order = std::memory_order::relaxed;
  site where;
  const void* address = nullptr;
  std::uint64_t operand = 0;
  /// The expected value of a compare-exchange or a futex wait.
  std::uint64_t expected = 0;
  /// The bit mask of the atomic's type.
  std::uint64_t mask = ~std::uint64_t{0};
  /// The deadline of a timed wait, in ticks of the virtual clock.
  std::int64_t deadline = 0;
  /// Used by `step` only.
  const char* label = "";

  // The result.
  std::uint64_t value = 0;
  bool success = false;
};

constexpr bool is_read_modify_write(operation_kind kind) noexcept {
  return kind >= operation_kind::exchange && kind <= operation_kind::compare_exchange_weak;
}

constexpr bool is_compare_exchange(operation_kind kind) noexcept {
  return kind == operation_kind::compare_exchange_strong || kind == operation_kind::compare_exchange_weak;
}

constexpr bool is_atomic_access(operation_kind kind) noexcept {
  return kind <= operation_kind::compare_exchange_weak;
}

constexpr bool acquires(std::memory_order order) noexcept {
  return order == std::memory_order::acquire || order == std::memory_order::acq_rel ||
         order == std::memory_order::seq_cst || order == std::memory_order::consume;
}

constexpr bool releases(std::memory_order order) noexcept {
  return order == std::memory_order::release || order == std::memory_order::acq_rel ||
         order == std::memory_order::seq_cst;
}

/// The value that a store or a read-modify-write writes.
constexpr std::uint64_t modified(const operation& what, std::uint64_t old) noexcept {
  switch (what.kind) {
    case operation_kind::fetch_add:
      return (old + what.operand) & what.mask;
    case operation_kind::fetch_sub:
      return (old - what.operand) & what.mask;
    case operation_kind::fetch_or:
      return old | what.operand;
    case operation_kind::fetch_and:
      return old & what.operand;
    case operation_kind::fetch_xor:
      return old ^ what.operand;
    default:
      return what.operand;
  }
}

const char* name_of(operation_kind kind) noexcept;
const char* name_of(std::memory_order order) noexcept;

}  // namespace cqs::check
