#include <checker/engine/address_space.h>

#include <new>

#include <sys/mman.h>

namespace cqs::check {

address_space::address_space() {
  void* const mapping =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    throw std::bad_alloc();
  }
  _base = static_cast<std::byte*>(mapping);
  for (thread_id thread = 0; thread < max_threads; ++thread) {
    mprotect(slot(thread), page, PROT_NONE);
  }
}

address_space::~address_space() {
  munmap(_base, size);
}

std::span<std::byte> address_space::stack(thread_id thread) const noexcept {
  // An offset of a line or two per thread: equal frames of different threads fall into different cache sets.
  return {slot(thread) + page, stack_size - 192UL * thread};
}

std::span<std::byte> address_space::arena(thread_id thread) const noexcept {
  return {slot(thread) + page + stack_size, arena_size};
}

}  // namespace cqs::check
