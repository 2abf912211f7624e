#include "interpose/library/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace cqs::interpose {

namespace {

constinit arena the_arena;

}  // namespace

arena& memory() noexcept {
  return the_arena;
}

std::size_t arena::index_of(std::size_t size) noexcept {
  const std::size_t shift = std::bit_width(std::max<std::size_t>(size, 1) - 1);
  return std::max(shift, smallest_shift) - smallest_shift;
}

void* arena::allocate(std::size_t size) noexcept {
  const std::size_t index = index_of(size);
  if (index >= sizes) {
    std::abort();  // no lock of the suite is that large
  }
  list& blocks = _lists[index];
  const spin_guard guard(blocks.guard);
  if (blocks.first == nullptr) {
    refill(blocks, std::size_t{1} << (index + smallest_shift));
  }
  block* const taken = blocks.first;
  blocks.first = taken->next;
  return taken;
}

void arena::free(void* given, std::size_t size) noexcept {
  list& blocks = _lists[index_of(size)];
  const spin_guard guard(blocks.guard);
  blocks.first = ::new (given) block{blocks.first};
}

void arena::refill(list& blocks, std::size_t block_size) noexcept {
  void* const chunk = mmap(nullptr, chunk_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (chunk == MAP_FAILED) {
    std::abort();
  }
  auto* const bytes = static_cast<std::byte*>(chunk);
  for (std::size_t offset = chunk_size; offset >= block_size; offset -= block_size) {
    blocks.first = ::new (bytes + offset - block_size) block{blocks.first};
  }
}

void arena::lock() noexcept {
  for (list& each : _lists) {
    each.guard.lock();
  }
}

void arena::unlock() noexcept {
  for (list& each : _lists) {
    each.guard.unlock();
  }
}

}  // namespace cqs::interpose
