#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include <cqs/detail/exceptions.h>
#include <cqs/detail/thread_safety.h>

namespace cqs {

namespace detail {

/// A lock of std, such as `std::unique_lock`, stands for its mutex. Else two threads could lock the same mutexes by
/// different objects, and so in different orders.
template <class Lockable>
const void* address_of_mutex(Lockable& lockable) noexcept {
  if constexpr (requires {
                  requires std::is_same_v<decltype(lockable.mutex()), typename Lockable::mutex_type*>;
                }) {
    return lockable.mutex();
  } else {
    return std::addressof(lockable);
  }
}

/// One of the objects that `cqs::lock` locks, without its type.
struct lockable_reference {
  const void* mutex;
  void* object;
  void (*lock)(void* object);
  void (*unlock)(void* object);

  template <class Lockable>
  static lockable_reference to(Lockable& lockable) noexcept {
    return {address_of_mutex(lockable), const_cast<void*>(static_cast<const void*>(std::addressof(lockable))),
            [](void* locked) CQS_DETAIL_UNCHECKED { static_cast<Lockable*>(locked)->lock(); },
            [](void* locked) CQS_DETAIL_UNCHECKED { static_cast<Lockable*>(locked)->unlock(); }};
  }
};

}  // namespace detail

/// Locks several mutexes without deadlock. Calls of `cqs::lock` may name them in any order: each call locks in the
/// order of the addresses. A `std::unique_lock` has the place of its mutex. If one `lock` throws, the mutexes locked
/// before are unlocked.
///
/// Use it for fair mutexes in place of `std::lock` and of the constructor of `std::scoped_lock` that locks. Those lock
/// one mutex and *try* the others. A fair mutex goes to its waiters, so a try fails as long as a thread waits. Under
/// contention the caller starves.
///
///     cqs::lock(from.mutex, to.mutex);
///     std::scoped_lock guard(std::adopt_lock, from.mutex, to.mutex);
///
/// The order prevents deadlock only if all threads that lock several of the mutexes follow this order.
template <class First, class Second, class... Others>
void lock(First& first, Second& second, Others&... others) CQS_DETAIL_ACQUIRES(first, second) {
  using detail::lockable_reference;
  std::array<lockable_reference, 2 + sizeof...(Others)> all{
      lockable_reference::to(first), lockable_reference::to(second), lockable_reference::to(others)...};
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return std::less<>{}(a.mutex, b.mutex); });
  std::size_t locked = 0;
  CQS_DETAIL_TRY {
    for (; locked < all.size(); ++locked) {
      all[locked].lock(all[locked].object);
    }
  }
  CQS_DETAIL_CATCH(...) {
    while (locked > 0) {
      --locked;
      all[locked].unlock(all[locked].object);
    }
    CQS_DETAIL_RETHROW;
  }
}

}  // namespace cqs
