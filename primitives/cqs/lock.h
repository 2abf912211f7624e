#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace cqs {

namespace detail {

/// One of the objects that `cqs::lock` locks, whatever its type.
struct lockable_reference {
  void* object;
  void (*lock)(void* object);
  void (*unlock)(void* object);

  template <class Lockable>
  static lockable_reference to(Lockable& lockable) noexcept {
    return {const_cast<void*>(static_cast<const void*>(std::addressof(lockable))),
            [](void* locked) { static_cast<Lockable*>(locked)->lock(); },
            [](void* locked) { static_cast<Lockable*>(locked)->unlock(); }};
  }
};

}  // namespace detail

/// Locks several mutexes without deadlock, whatever their order in other calls of `cqs::lock`: it locks them in the
/// order of their addresses. If one of the locks throws, it unlocks those before it.
///
/// Use it for fair mutexes instead of `std::lock` and of the constructor of `std::scoped_lock` that locks. Those lock
/// one mutex and *try* the others. A fair mutex goes to its waiters, so a try fails as long as one waits, and under
/// contention the caller starves.
///
///     cqs::lock(from.mutex, to.mutex);
///     std::scoped_lock guard(std::adopt_lock, from.mutex, to.mutex);
///
/// The order protects from deadlock only if every thread that holds one of the mutexes while it locks another follows
/// it.
template <class First, class Second, class... Others>
void lock(First& first, Second& second, Others&... others) {
  using detail::lockable_reference;
  std::array<lockable_reference, 2 + sizeof...(Others)> all{
      lockable_reference::to(first), lockable_reference::to(second), lockable_reference::to(others)...};
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return std::less<>{}(a.object, b.object); });
  std::size_t locked = 0;
  try {
    for (; locked < all.size(); ++locked) {
      all[locked].lock(all[locked].object);
    }
  } catch (...) {
    while (locked > 0) {
      --locked;
      all[locked].unlock(all[locked].object);
    }
    throw;
  }
}

}  // namespace cqs
