#pragma once

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <cqs/detail/waiting/backoff.h>

#include "interpose/library/header.h"
#include "interpose/library/interposed.h"
#include "interpose/library/statistics.h"
#include "interpose/library/thread.h"

namespace cqs::interpose {

/// A `pthread_mutex_t` with a lock of the suite inside, or beside it if the lock is too large.
///
/// The header is where glibc has the word of its own lock. The flags of the header:
///
/// | bits   | meaning                                                 |
/// |--------|---------------------------------------------------------|
/// | 16..17 | the type: normal, recursive, error-checking, adaptive   |
/// | 0..15  | how often the owner of a recursive mutex has relocked it |
///
/// The owner is known for every type: it says whether the mutex is locked, and by whom in a child of `fork`.
template <class Lock>
class mutex_object {
 public:
  /// Returns null if the mutex belongs to glibc.
  static mutex_object* of(pthread_mutex_t* mutex) noexcept {
    auto* const object = reinterpret_cast<mutex_object*>(mutex);
    if (object->_header.is_ready()) [[likely]] {
      return object;
    }
    return adopt(mutex, object);
  }

  static void construct(pthread_mutex_t* mutex, int type) noexcept {
    auto* const object = reinterpret_cast<mutex_object*>(mutex);
    object->_owner.store(0, std::memory_order_relaxed);
    object->create_lock();
    object->_header.set_ready(static_cast<header::word>(type) << type_shift);
    count_constructed(kind::mutex);
  }

  int destroy() noexcept {
    if (_owner.load(std::memory_order_relaxed) != 0) {
      return EBUSY;
    }
    if constexpr (fits) {
      lock_inside().~Lock();
    } else {
      interposed::destroy(&the_lock());
    }
    std::memset(static_cast<void*>(this), 0, sizeof(*this));  // as the static initialiser leaves it
    return 0;
  }

  int lock() noexcept {
    const std::uint32_t own = self();
    if (is_simple()) [[likely]] {
      the_lock().lock();
      _owner.store(own, std::memory_order_relaxed);
      return 0;
    }
    if (_owner.load(std::memory_order_relaxed) == own) {
      return is_recursive() ? lock_once_more() : EDEADLK;
    }
    the_lock().lock();
    _owner.store(own, std::memory_order_relaxed);
    return 0;
  }

  int try_lock() noexcept {
    const std::uint32_t own = self();
    if (is_recursive() && _owner.load(std::memory_order_relaxed) == own) {
      return lock_once_more();
    }
    if (!the_lock().try_lock()) {
      return EBUSY;
    }
    _owner.store(own, std::memory_order_relaxed);
    return 0;
  }

  template <class Time>
  int lock_until(const Time& time) noexcept {
    const std::uint32_t own = self();
    if (!is_simple() && _owner.load(std::memory_order_relaxed) == own) {
      return is_recursive() ? lock_once_more() : EDEADLK;
    }
    if (!try_lock_until(time)) {
      return ETIMEDOUT;
    }
    _owner.store(own, std::memory_order_relaxed);
    return 0;
  }

  int unlock() noexcept {
    const std::uint32_t owner = _owner.load(std::memory_order_relaxed);
    if (!is_simple()) {
      if (owner != self()) {
        return EPERM;
      }
      if (const auto flags = _header.get_flags(); (flags & depth_mask) != 0) {
        _header.set_flags(flags - 1);
        return 0;
      }
    }
    if (owner == 0) [[unlikely]] {
      return 0;  // not locked: undefined, but programs do it, and with glibc nothing happens
    }
    _owner.store(0, std::memory_order_relaxed);
    the_lock().unlock();
    return 0;
  }

 private:
  static constexpr header::word type_shift = 16;
  static constexpr header::word type_mask = header::word{3} << type_shift;
  static constexpr header::word depth_mask = (header::word{1} << type_shift) - 1;
  static constexpr std::size_t space = sizeof(pthread_mutex_t) - 8;
  static constexpr bool fits = sizeof(Lock) <= space && alignof(Lock) <= alignof(pthread_mutex_t);

  /// What glibc's initialisers, static or not, write for mutexes that it keeps: robust, priority inheritance or
  /// protection, process-shared.
  static constexpr int kept_by_glibc = 16 | 32 | 64 | 128;

  int type() const noexcept { return static_cast<int>((_header.get_flags() & type_mask) >> type_shift); }
  bool is_recursive() const noexcept { return type() == PTHREAD_MUTEX_RECURSIVE; }
  bool is_simple() const noexcept {
    const int own = type();
    return own == PTHREAD_MUTEX_NORMAL || own == PTHREAD_MUTEX_ADAPTIVE_NP;
  }

  int lock_once_more() noexcept {
    const auto flags = _header.get_flags();
    if ((flags & depth_mask) == depth_mask) {
      return EAGAIN;
    }
    _header.set_flags(flags + 1);
    return 0;
  }

  template <class Time>
  bool try_lock_until(const Time& time) noexcept {
    Lock& lock = the_lock();
    if constexpr (requires { lock.try_lock_until(time); }) {
      return lock.try_lock_until(time);
    } else {
      // The lock has no timed wait: look again and again.
      cqs::detail::backoff<interposed> wait(100);
      while (!lock.try_lock()) {
        if (Time::clock::now() >= time) {
          return false;
        }
        wait();
      }
      return true;
    }
  }

  /// The first use of a new mutex, or of any mutex in a child of `fork`.
  [[gnu::cold, gnu::noinline]] static mutex_object* adopt(pthread_mutex_t* mutex,
                                                          mutex_object* object) noexcept {
    while (!object->_header.is_marked()) {
      const int kind = __atomic_load_n(&mutex->__data.__kind, __ATOMIC_RELAXED);
      // Another thread may have begun to construct the lock over this field. Then the header says so by now.
      std::atomic_thread_fence(std::memory_order_acquire);
      if (object->_header.is_new() && (kind & kept_by_glibc) == 0) {
        object->_header.make_ready([&](header::word before) { return object->start(before, kind); });
      } else if (!object->_header.is_marked()) {
        return nullptr;
      }
    }
    object->_header.make_ready(
        [&](header::word before) { return object->start(before, PTHREAD_MUTEX_NORMAL); });
    return object;
  }

  /// Returns the flags. A lock that a thread held in the parent process is locked.
  header::word start(header::word before, int type) noexcept {
    count_constructed(kind::mutex);
    if (before == 0) {
      _owner.store(0, std::memory_order_relaxed);
      create_lock();
      return static_cast<header::word>(type & 3) << type_shift;
    }
    create_lock();
    if (_owner.load(std::memory_order_relaxed) != 0) {
      the_lock().lock();
    }
    return before & header::flags;
  }

  void create_lock() noexcept {
    if constexpr (fits) {
      ::new (_space) Lock();
    } else {
      ::new (_space) Lock*(interposed::create<Lock>());
    }
  }

  Lock& lock_inside() noexcept { return *std::launder(reinterpret_cast<Lock*>(_space)); }
  Lock& the_lock() noexcept {
    if constexpr (fits) {
      return lock_inside();
    } else {
      return **std::launder(reinterpret_cast<Lock**>(_space));
    }
  }

  header _header;
  std::atomic<std::uint32_t> _owner;
  alignas(pthread_mutex_t) std::byte _space[space];
};

}  // namespace cqs::interpose
