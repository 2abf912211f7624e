#pragma once

#include <cerrno>
#include <chrono>

#include <pthread.h>

#include "baselines/concepts/shared_mutex.h"
#include "baselines/posix/origin.h"

namespace cqs::baselines {

/// Writers overtake readers here; in `std::shared_mutex` readers overtake writers.
class posix_rwlock_writers {
 public:
  struct hold {};
  static constexpr description about{"posix.rwlock.prefer_writers", posix_origin, waiting::parking};

  posix_rwlock_writers() {
    pthread_rwlockattr_t attributes;
    posix_check(pthread_rwlockattr_init(&attributes), "pthread_rwlockattr_init");
    posix_check(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP),
                "pthread_rwlockattr_setkind_np");
    posix_check(pthread_rwlock_init(&_lock, &attributes), "pthread_rwlock_init");
    pthread_rwlockattr_destroy(&attributes);
  }
  posix_rwlock_writers(const posix_rwlock_writers&) = delete;
  posix_rwlock_writers& operator=(const posix_rwlock_writers&) = delete;
  ~posix_rwlock_writers() { pthread_rwlock_destroy(&_lock); }

  void lock(hold& /*unused*/) { posix_check(pthread_rwlock_wrlock(&_lock), "pthread_rwlock_wrlock"); }
  void unlock(hold& /*unused*/) { pthread_rwlock_unlock(&_lock); }
  void lock_shared(hold& /*unused*/) { posix_check(pthread_rwlock_rdlock(&_lock), "pthread_rwlock_rdlock"); }
  void unlock_shared(hold& /*unused*/) { pthread_rwlock_unlock(&_lock); }

  bool try_lock_for(hold& /*unused*/, std::chrono::nanoseconds timeout) {
    const timespec deadline = posix_deadline(timeout);
    return pthread_rwlock_clockwrlock(&_lock, CLOCK_MONOTONIC, &deadline) == 0;
  }
  bool try_lock_shared_for(hold& /*unused*/, std::chrono::nanoseconds timeout) {
    const timespec deadline = posix_deadline(timeout);
    return pthread_rwlock_clockrdlock(&_lock, CLOCK_MONOTONIC, &deadline) == 0;
  }

 private:
  pthread_rwlock_t _lock;
};

}  // namespace cqs::baselines
