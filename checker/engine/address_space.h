#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// The one mapping in which everything of an execution lives: for each thread a stack, with a guard page
/// below it, and an arena.
///
/// The same thread of the same scenario finds its objects at the same addresses in every execution, whatever
/// the others did before: an address names an object across executions.
class address_space {
 public:
  static constexpr std::size_t stack_size = std::size_t{128} << 10;
  static constexpr std::size_t arena_size = std::size_t{1} << 20;
  /// Addresses are told apart by words of this size: the least an instrumented object occupies.
  static constexpr std::size_t granule = 4;

  address_space();
  ~address_space();
  address_space(const address_space&) = delete;
  address_space& operator=(const address_space&) = delete;

  std::span<std::byte> stack(thread_id thread) const noexcept;
  std::span<std::byte> arena(thread_id thread) const noexcept;

  /// The number of the granule at `address`, or `granules()` and above if it lies elsewhere.
  std::size_t granule_of(const void* address) const noexcept {
    return (reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(_base)) / granule;
  }
  static constexpr std::size_t granules() noexcept { return size / granule; }

 private:
  static constexpr std::size_t page = 4096;
  // An odd number of pages, so that the tops of the stacks do not all fall into the same cache sets.
  static constexpr std::size_t stride = page + stack_size + arena_size + 13 * page;
  static constexpr std::size_t size = stride * max_threads;

  std::byte* slot(thread_id thread) const noexcept { return _base + stride * thread; }

  std::byte* _base;
};

}  // namespace cqs::check
