#pragma once

/// CQS_TSAN_MUTEXES, the same in every file of a program built with the thread sanitizer, tells it about our mutexes. It
/// then reports locks that are taken in opposite orders. Only for programs whose threads lock the mutexes: the sanitizer
/// takes the thread that locks for the owner, and a coroutine, a fiber or a request may unlock in another thread.
#if defined(CQS_TSAN_MUTEXES)

#include <type_traits>

#include <sanitizer/tsan_interface.h>

namespace cqs::detail {

/// What the sanitizer knows of a mutex. The notes are made while the mutex is held. So the sanitizer still sees, and
/// checks, how the mutex itself works.
class tsan_mutex {
 public:
  constexpr tsan_mutex() noexcept = default;
  tsan_mutex(const tsan_mutex&) = delete;
  tsan_mutex& operator=(const tsan_mutex&) = delete;
  constexpr ~tsan_mutex() {
    if (!std::is_constant_evaluated()) {
      __tsan_mutex_destroy(this, has_destructor);
    }
  }

  /// Each returns whether the mutex was locked. A lock that was only tried, or for a time, cannot cause a deadlock.
  bool locked(bool success) noexcept { return note_lock(success, has_destructor); }
  bool tried(bool success) noexcept { return note_lock(success, has_destructor | __tsan_mutex_try_lock); }
  bool locked_shared(bool success) noexcept {
    return note_lock(success, has_destructor | __tsan_mutex_read_lock);
  }
  bool tried_shared(bool success) noexcept {
    return note_lock(success, has_destructor | __tsan_mutex_try_read_lock);
  }

  void unlocks() noexcept { note_unlock(has_destructor); }
  void unlocks_shared() noexcept { note_unlock(has_destructor | __tsan_mutex_read_lock); }

 private:
  static constexpr unsigned has_destructor = __tsan_mutex_not_static;

  bool note_lock(bool success, unsigned flags) noexcept {
    if (success) {
      __tsan_mutex_pre_lock(this, flags);
      __tsan_mutex_post_lock(this, flags, 0);
    }
    return success;
  }
  void note_unlock(unsigned flags) noexcept {
    __tsan_mutex_pre_unlock(this, flags);
    __tsan_mutex_post_unlock(this, flags);
  }
};

}  // namespace cqs::detail

#else

namespace cqs::detail {

struct tsan_mutex {
  static constexpr bool locked(bool success) noexcept { return success; }
  static constexpr bool tried(bool success) noexcept { return success; }
  static constexpr bool locked_shared(bool success) noexcept { return success; }
  static constexpr bool tried_shared(bool success) noexcept { return success; }
  static constexpr void unlocks() noexcept {}
  static constexpr void unlocks_shared() noexcept {}
};

}  // namespace cqs::detail

#endif
