#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// The memory mapping that holds all objects of an execution: a stack with a guard page, and an arena, for
/// each thread.
///
/// A thread's objects have the same addresses in every execution, independent of the other threads. So an
/// address identifies an object across executions.
class address_space {
 public:
  static constexpr std::size_t stack_size = std::size_t{128} << 10;
  static constexpr std::size_t arena_size = std::size_t{1} << 20;
  /// The unit in which addresses are distinguished: the smallest size of an instrumented object.
  static constexpr std::size_t granule = 4;

  address_space();
  ~address_space();
  address_space(const address_space&) = delete;
  address_space& operator=(const address_space&) = delete;

  std::span<std::byte> stack(thread_id thread) const noexcept;
  std::span<std::byte> arena(thread_id thread) const noexcept;

  /// Returns the index of the granule at `address`. An address outside gives `granules()` or more.
  std::size_t granule_of(const void* address) const noexcept {
    return (reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(_base)) / granule;
  }
  static constexpr std::size_t granules() noexcept { return size / granule; }

 private:
  static constexpr std::size_t page = 4096;
  // An odd number of pages: the tops of the stacks fall into different cache sets.
  static constexpr std::size_t stride = page + stack_size + arena_size + 13 * page;
  static constexpr std::size_t size = stride * max_threads;

  std::byte* slot(thread_id thread) const noexcept { return _base + stride * thread; }

  std::byte* _base;
};

}  // namespace cqs::check
