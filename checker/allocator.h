#pragma once

#include <cstddef>
#include <new>
#include <typeinfo>

#include <checker/engine/execution.h>

namespace cqs::check {

/// An allocator that puts a scenario's container into the memory of the execution, which frees it at its end.
template <class T>
class allocator {
 public:
  using value_type = T;

  allocator() noexcept = default;
  template <class U>
  allocator(const allocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    execution* const now = execution::active();
    return static_cast<T*>(now != nullptr ? now->allocate(count * sizeof(T), alignof(T), typeid(T))
                                          : ::operator new(count * sizeof(T), std::align_val_t(alignof(T))));
  }
  void deallocate(T* memory, std::size_t) noexcept {
    if (execution* const now = execution::active()) {
      now->begin_free(memory);
    } else {
      ::operator delete(memory, std::align_val_t(alignof(T)));
    }
  }

  friend bool operator==(const allocator&, const allocator&) noexcept { return true; }
};

}  // namespace cqs::check
