#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <typeinfo>
#include <vector>

#include <checker/engine/address_space.h>
#include <checker/engine/site.h>

namespace cqs::check {

/// An object made by `create`.
struct allocation {
  std::byte* address = nullptr;
  std::size_t size = 0;
  const std::type_info* type = nullptr;
  /// The object belongs to the checker, so it is never a leak of the scenario.
  bool internal = false;
  bool alive = true;
  thread_id creator = 0;
  site created;
  thread_id destroyer = 0;
  site destroyed;
};

/// The heap of an execution. It reuses no freed memory before the next execution, so it detects every later
/// access to a freed object.
class arena {
 public:
  explicit arena(const address_space& addresses) : _addresses(addresses) {}

  void reset() noexcept;

  /// Returns null if the thread's arena is full.
  allocation* allocate(thread_id by, std::size_t size, std::size_t alignment);

  /// Returns the object that contains `address`, alive or freed; null if there is none.
  allocation* find(const void* address) noexcept;

  /// Returns the first live object of the scenario.
  const allocation* first_leak() const noexcept;
  std::size_t live() const noexcept;

  /// Folds all objects that are alive: `fold(sum, object)` returns the next sum.
  template <class Sum, class Fold>
  Sum fold_alive(Sum sum, Fold fold) const noexcept {
    for (const region& of_thread : _regions) {
      for (const allocation& made : of_thread.allocations) {
        if (made.alive) {
          sum = fold(sum, made);
        }
      }
    }
    return sum;
  }

 private:
  struct region {
    std::size_t used = 0;
    std::vector<allocation> allocations;
  };

  const address_space& _addresses;
  std::array<region, max_threads> _regions;
};

}  // namespace cqs::check
