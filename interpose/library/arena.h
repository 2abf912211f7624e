#pragma once

#include <array>
#include <cstddef>

#include "interpose/library/spin_guard.h"

namespace cqs::interpose {

/// Memory for the locks, straight from the kernel. An allocator of the program may lock a mutex, and that lock must not
/// allocate through the same allocator.
///
/// Blocks have sizes of powers of two, and that alignment. Each size has a list of free blocks under a spin lock.
/// Memory never goes back to the kernel.
class arena {
 public:
  constexpr arena() noexcept = default;

  /// Ends the program if the kernel has no memory: the caller has nobody to tell.
  void* allocate(std::size_t size) noexcept;
  void free(void* block, std::size_t size) noexcept;

  /// A child of `fork` must find the lists whole.
  void lock() noexcept;
  void unlock() noexcept;

 private:
  struct block {
    block* next;
  };
  struct list {
    spin_word guard;
    block* first = nullptr;
  };

  static constexpr std::size_t smallest_shift = 6;  // a cache line
  static constexpr std::size_t sizes = 12;
  static constexpr std::size_t chunk_size = std::size_t{1} << 18;

  static std::size_t index_of(std::size_t size) noexcept;
  static void refill(list& blocks, std::size_t block_size) noexcept;

  std::array<list, sizes> _lists{};
};

/// The one arena of the library.
arena& memory() noexcept;

}  // namespace cqs::interpose
