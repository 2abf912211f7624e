#pragma once

#include <atomic>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/platform/platform.h>

namespace cqs::baselines::spin::detail {

/// The queue lock of Craig (1993) and of Landin and Hagersten (1994), as published: each thread has a node, `hold`. It
/// waits for the node of the thread before it, leaves its own node behind at `unlock`, and continues with that other
/// one. `lock` is one exchange, `unlock` one store. `Flag` is the way of waiting.
///
/// `_tail` is the node of the latest thread. It is set if the mutex is free. The first one belongs to the mutex.
///
/// Fair: first come, first served from the exchange of `_tail` on. No abort, and no `try_lock`: a thread that has
/// enqueued must wait. Progress: blocking. Memory: one node of 64 bytes a thread, until the end of its `hold`, and one
/// for the mutex. The constructor and the first `lock` of a `hold` throw `std::bad_alloc` without memory. At the
/// destruction of the mutex, no operation may be in progress, not even an `unlock` that is about to return.
template <class Flag, platform Platform>
class basic_clh_mutex {
  struct alignas(64) node {
    Flag released;
  };

 public:
  class hold {
   public:
    constexpr hold() noexcept = default;
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;

    ~hold() {
      if (_own != nullptr) {
        Platform::destroy(_own);
      }
    }

   private:
    friend basic_clh_mutex;

    node* _own = nullptr;     ///< only this thread reads it, or will
    node* _before = nullptr;  ///< while the mutex is held: the node that becomes its own
  };

  basic_clh_mutex() : _tail(Platform::template create<node>()) {
    _tail.load(std::memory_order_relaxed)->released.set();
  }
  basic_clh_mutex(const basic_clh_mutex&) = delete;
  basic_clh_mutex& operator=(const basic_clh_mutex&) = delete;
  ~basic_clh_mutex() { Platform::destroy(_tail.load(std::memory_order_relaxed)); }

  void lock(hold& own) {
    if (own._own == nullptr) {
      own._own = Platform::template create<node>();
    }
    own._own->released.reset();
    // release: the node, reset; acquire: so is the node before.
    node* const before = _tail.exchange(own._own, std::memory_order_acq_rel);
    before->released.wait();
    own._before = before;
  }

  void unlock(hold& own) {
    if (own._before == nullptr) [[unlikely]] {
      cqs::detail::throw_not_permitted("cqs::baselines: unlock of a CLH mutex that is not locked");
    }
    node* const left_behind = std::exchange(own._own, std::exchange(own._before, nullptr));
    left_behind->released.set();  // the critical section and the node, to the thread behind
  }

 private:
  typename Platform::template atomic<node*> _tail;
};

}  // namespace cqs::baselines::spin::detail
