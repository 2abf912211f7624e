#pragma once

#include <cerrno>
#include <chrono>

#include <pthread.h>

#include "baselines/concepts/mutex.h"
#include "baselines/posix/origin.h"

namespace cqs::baselines {

/// `PTHREAD_MUTEX_…` and `PTHREAD_PRIO_…` as in `pthread_mutexattr_settype` and `…_setprotocol`.
template <int Type, int Protocol = PTHREAD_PRIO_NONE>
class posix_mutex {
 public:
  struct hold {};

  posix_mutex() {
    pthread_mutexattr_t attributes;
    posix_check(pthread_mutexattr_init(&attributes), "pthread_mutexattr_init");
    posix_check(pthread_mutexattr_settype(&attributes, Type), "pthread_mutexattr_settype");
    posix_check(pthread_mutexattr_setprotocol(&attributes, Protocol), "pthread_mutexattr_setprotocol");
    posix_check(pthread_mutex_init(&_mutex, &attributes), "pthread_mutex_init");
    pthread_mutexattr_destroy(&attributes);
  }
  posix_mutex(const posix_mutex&) = delete;
  posix_mutex& operator=(const posix_mutex&) = delete;
  ~posix_mutex() { pthread_mutex_destroy(&_mutex); }

  void lock(hold& /*unused*/) { posix_check(pthread_mutex_lock(&_mutex), "pthread_mutex_lock"); }
  void unlock(hold& /*unused*/) { pthread_mutex_unlock(&_mutex); }

  bool try_lock_for(hold& /*unused*/, std::chrono::nanoseconds timeout) {
    const timespec deadline = posix_deadline(timeout);
    const int error = pthread_mutex_clocklock(&_mutex, CLOCK_MONOTONIC, &deadline);
    if (error == ETIMEDOUT) {
      return false;
    }
    posix_check(error, "pthread_mutex_clocklock");
    return true;
  }

 private:
  pthread_mutex_t _mutex;
};

struct posix_mutex_normal : posix_mutex<PTHREAD_MUTEX_NORMAL> {
  static constexpr description about{"posix.mutex.normal", posix_origin, waiting::parking};
};

/// Spins before it parks, for a time learned from earlier waits.
struct posix_mutex_adaptive : posix_mutex<PTHREAD_MUTEX_ADAPTIVE_NP> {
  static constexpr description about{"posix.mutex.adaptive", posix_origin, waiting::parking};
};

/// Also records its owner, at a cost.
struct posix_mutex_recursive : posix_mutex<PTHREAD_MUTEX_RECURSIVE> {
  static constexpr description about{"posix.mutex.recursive", posix_origin, waiting::parking};
};

/// Priority inheritance makes this one fair: the kernel hands the lock over to the longest waiter among
/// threads of equal priority.
struct posix_mutex_inheriting : posix_mutex<PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT> {
  static constexpr description about{"posix.mutex.inheriting", posix_origin, waiting::parking, order::fifo};
};

class posix_spinlock {
 public:
  struct hold {};
  static constexpr description about{"posix.spinlock", posix_origin, waiting::spinning};

  posix_spinlock() { posix_check(pthread_spin_init(&_lock, PTHREAD_PROCESS_PRIVATE), "pthread_spin_init"); }
  posix_spinlock(const posix_spinlock&) = delete;
  posix_spinlock& operator=(const posix_spinlock&) = delete;
  ~posix_spinlock() { pthread_spin_destroy(&_lock); }

  void lock(hold& /*unused*/) { pthread_spin_lock(&_lock); }
  void unlock(hold& /*unused*/) { pthread_spin_unlock(&_lock); }

 private:
  pthread_spinlock_t _lock;
};

}  // namespace cqs::baselines
