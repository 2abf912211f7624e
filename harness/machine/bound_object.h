#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include <sys/mman.h>

#include "harness/machine/memory_node.h"

namespace cqs::harness {

/// An object on memory that nobody has touched before: it comes from the calling thread's `memory_node`, else from the
/// node where that thread runs, and shares its lines with nothing.
template <class T>
class bound_object {
 public:
  template <class... Args>
  explicit bound_object(Args&&... args) {
    void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      throw std::bad_alloc();
    }
    bind_memory(memory, size);
    try {
      _object = std::construct_at(static_cast<T*>(memory), std::forward<Args>(args)...);
    } catch (...) {
      munmap(memory, size);
      throw;
    }
  }
  bound_object(const bound_object&) = delete;
  bound_object& operator=(const bound_object&) = delete;
  ~bound_object() {
    std::destroy_at(_object);
    munmap(_object, size);
  }

  T& operator*() const noexcept { return *_object; }
  T* operator->() const noexcept { return _object; }

 private:
  static_assert(alignof(T) <= 4096);
  static constexpr std::size_t size = sizeof(T) + 4096;  // what follows the object is free as well

  T* _object;
};

}  // namespace cqs::harness
