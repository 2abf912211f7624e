#pragma once

#include <atomic>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/platform/platform.h>

#include <baselines/spin/detail/node_pool.h>

namespace cqs::baselines::spin::detail {

/// The queue lock of Craig (1993) and of Landin and Hagersten (1994): each waiter waits for the node of the
/// thread before it. `Flag` is the way of waiting.
///
/// In the original, a thread owns a node, leaves it behind at `unlock` and continues with the node before it.
/// A mutex with plain `lock` and `unlock` calls has no place for a thread's node, so the mutex keeps them:
/// the holder's in `_holder`, unused ones in a pool. The mutex also has a node of its own, `_first`, for a
/// thread that finds the mutex free. So without contention, `lock` and `unlock` are one CAS each and need no
/// pool. (In the original, `lock` is an exchange and `unlock` a store.)
///
/// | `_tail`        | meaning                                                           |
/// |----------------|-------------------------------------------------------------------|
/// | null           | free                                                              |
/// | a node         | held or being handed over; it is the node of the latest thread    |
///
/// An owner sets its node's flag when it unlocks with a thread behind it; that thread then owns the node.
///
/// Fair: first come, first served from the exchange of `_tail` on. No abort. Progress: blocking. Memory: one
/// node of 64 bytes per simultaneous waiter (at the peak), and one more, until the destruction. `lock` throws
/// `std::bad_alloc` if it needs a node and there is no memory. At the destruction of the mutex, no operation
/// may be in progress, not even an `unlock` that is about to return.
template <class Flag, platform Platform>
class basic_clh_mutex {
 public:
  constexpr basic_clh_mutex() noexcept = default;
  basic_clh_mutex(const basic_clh_mutex&) = delete;
  basic_clh_mutex& operator=(const basic_clh_mutex&) = delete;

  void lock() {
    if (!try_lock()) {
      lock_in_queue();
    }
  }

  [[nodiscard]] bool try_lock() noexcept {
    node* free = nullptr;
    // [1] acquire: pairs with the release in `unlock`, and orders the reset of `_first`. [2] release:
    // `_first`, reset.
    if (!_tail.compare_exchange_strong(free, &_first, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return false;
    }
    _holder.write() = &_first;
    return true;
  }

  void unlock() {
    node* const own = std::exchange(_holder.write(), nullptr);
    if (own == nullptr) [[unlikely]] {
      cqs::detail::throw_not_permitted("cqs::baselines: unlock of a CLH mutex that is not locked");
    }
    node* last = own;
    // [1] release: the critical section, to the next thread that finds the mutex free.
    if (_tail.load(std::memory_order_relaxed) == own &&
        _tail.compare_exchange_strong(last, nullptr, std::memory_order_release, std::memory_order_relaxed)) {
      if (own != &_first) {
        _nodes.put(*own);
      }
    } else {
      own->released.set();  // the critical section and the node, to the thread behind
    }
  }

 private:
  struct alignas(64) node {
    Flag released;
    typename Platform::template atomic<node*> next_free{nullptr};
  };

  [[gnu::noinline]] void lock_in_queue() {
    node& own = _nodes.get();
    own.released.reset();
    // [2] release: `own`, reset; acquire: the node before is reset too, or [1], the mutex was free.
    if (node* const before = _tail.exchange(&own, std::memory_order_acq_rel)) {
      before->released.wait();
      keep(*before);
    }
    _holder.write() = &own;
  }

  void keep(node& n) noexcept {
    if (&n == &_first) {
      n.released.reset();  // this thread holds the mutex; the next thread that finds it free sees this
    } else {
      _nodes.put(n);
    }
  }

  typename Platform::template atomic<node*> _tail{nullptr};
  typename Platform::template plain<node*> _holder{nullptr};
  node_pool<node, Platform> _nodes;
  node _first;
};

}  // namespace cqs::baselines::spin::detail
