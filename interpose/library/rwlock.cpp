// pthread_rwlock_* on `cqs::shared_mutex`.

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <cqs/shared_mutex.h>

#include "interpose/library/beside.h"
#include "interpose/library/clocks.h"
#include "interpose/library/held_reads.h"
#include "interpose/library/process.h"
#include "interpose/library/real_function.h"
#include "interpose/library/statistics.h"
#include "interpose/library/thread.h"

namespace cqs::interpose {
namespace {

using clock_function = int(pthread_rwlock_t*, clockid_t, const timespec*);
constinit real_function<int(pthread_rwlock_t*, const pthread_rwlockattr_t*)> real_init("pthread_rwlock_init");
constinit real_function<int(pthread_rwlock_t*)> real_destroy("pthread_rwlock_destroy");
constinit real_function<int(pthread_rwlock_t*)> real_rdlock("pthread_rwlock_rdlock");
constinit real_function<int(pthread_rwlock_t*)> real_wrlock("pthread_rwlock_wrlock");
constinit real_function<int(pthread_rwlock_t*)> real_tryrdlock("pthread_rwlock_tryrdlock");
constinit real_function<int(pthread_rwlock_t*)> real_trywrlock("pthread_rwlock_trywrlock");
constinit real_function<int(pthread_rwlock_t*)> real_unlock("pthread_rwlock_unlock");
constinit real_function<clock_function> real_clockrdlock("pthread_rwlock_clockrdlock");
constinit real_function<clock_function> real_clockwrlock("pthread_rwlock_clockwrlock");

/// A fair readers-writer lock that knows its writer, and lets a reader lock again.
class rwlock {
 public:
  rwlock() noexcept = default;
  /// For a child of `fork`: what the calling thread held in the parent, it holds.
  explicit rwlock(const rwlock& parents) noexcept {
    const std::uint32_t writer = parents._writer.load(std::memory_order_relaxed);
    if (writer != 0) {
      _lock.lock();
      _writer.store(writer, std::memory_order_relaxed);
    } else if (own_reads.find(&parents) != nullptr) {
      _lock.lock_shared();
      own_reads.find(&parents)->lock = this;
    }
  }

  /// `lock` is `[](auto& mutex) -> bool`, and `error` is the result if it returns false.
  template <class Lock>
  int read(Lock lock, int error) noexcept {
    if (_writer.load(std::memory_order_relaxed) == self()) {
      return EDEADLK;
    }
    if (auto* const held = own_reads.find(this)) {
      ++held->depth;
      return 0;
    }
    if (!lock(_lock)) {
      return error;
    }
    own_reads.add(this);
    return 0;
  }

  template <class Lock>
  int write(Lock lock, int error) noexcept {
    if (_writer.load(std::memory_order_relaxed) == self()) {
      return EDEADLK;
    }
    if (!lock(_lock)) {
      return error;
    }
    _writer.store(self(), std::memory_order_relaxed);
    return 0;
  }

  int unlock() noexcept {
    if (auto* const held = own_reads.find(this)) {
      if (--held->depth == 0) {
        own_reads.remove(*held);
        _lock.unlock_shared();
      }
      return 0;
    }
    try {
      if (_writer.load(std::memory_order_relaxed) != 0) {
        _writer.store(0, std::memory_order_relaxed);
        _lock.unlock();
      } else {
        _lock.unlock_shared();
      }
    } catch (const std::system_error&) {
      return EPERM;
    }
    return 0;
  }

 private:
  basic_shared_mutex<options{}, interposed> _lock;
  std::atomic<std::uint32_t> _writer{0};
};

/// The header and the address are in front of the field by which glibc marks process-shared locks.
using object = beside<rwlock, pthread_rwlock_t, 4>;
static_assert(sizeof(object) == sizeof(pthread_rwlock_t));
static_assert(offsetof(pthread_rwlock_t, __data.__shared) >= 16);

/// Returns null if the lock belongs to glibc.
rwlock* own(pthread_rwlock_t* given) noexcept {
  auto& found = object::in(given);
  if (found.is_ready()) [[likely]] {
    return &found.lock();
  }
  if (!found.is_marked() && (given->__data.__shared != 0 || rwlocks_are_glibcs())) {
    return nullptr;
  }
  found.make_ready([](const rwlock* parents) {
    count_constructed(kind::rwlock);
    return parents != nullptr ? interposed::create<rwlock>(*parents) : interposed::create<rwlock>();
  });
  return &found.lock();
}

constexpr auto lock_shared = [](auto& mutex) {
  mutex.lock_shared();
  return true;
};
constexpr auto lock_exclusive = [](auto& mutex) {
  mutex.lock();
  return true;
};

int clock_read(pthread_rwlock_t* given, clockid_t clock, const timespec* time) noexcept {
  rwlock* const lock = own(given);
  if (lock == nullptr) {
    return real_clockrdlock(given, clock, time);
  }
  if (!is_supported(clock) || !is_valid(*time)) {
    return EINVAL;
  }
  return at(clock, *time, [lock](auto end) {
    return lock->read([end](auto& mutex) { return mutex.try_lock_shared_until(end); }, ETIMEDOUT);
  });
}

int clock_write(pthread_rwlock_t* given, clockid_t clock, const timespec* time) noexcept {
  rwlock* const lock = own(given);
  if (lock == nullptr) {
    return real_clockwrlock(given, clock, time);
  }
  if (!is_supported(clock) || !is_valid(*time)) {
    return EINVAL;
  }
  return at(clock, *time, [lock](auto end) {
    return lock->write([end](auto& mutex) { return mutex.try_lock_until(end); }, ETIMEDOUT);
  });
}

int init(pthread_rwlock_t* given, const pthread_rwlockattr_t* attributes) noexcept {
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) {
    pthread_rwlockattr_getpshared(attributes, &shared);
  }
  if (shared != PTHREAD_PROCESS_PRIVATE || rwlocks_are_glibcs()) {
    count_passed(kind::rwlock);
    return real_init(given, attributes);
  }
  count_constructed(kind::rwlock);
  object::in(given).construct();
  return 0;
}

int destroy(pthread_rwlock_t* given) noexcept {
  if (own(given) == nullptr) {
    return real_destroy(given);
  }
  object::in(given).destroy();
  return 0;
}

}  // namespace
}  // namespace cqs::interpose

using namespace cqs::interpose;

#pragma GCC visibility push(default)  // the program must find these functions
extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* given, const pthread_rwlockattr_t* attributes) noexcept {
  return init(given, attributes);
}
int pthread_rwlock_destroy(pthread_rwlock_t* given) noexcept {
  return destroy(given);
}
int pthread_rwlock_rdlock(pthread_rwlock_t* given) noexcept {
  rwlock* const lock = own(given);
  return lock != nullptr ? lock->read(lock_shared, 0) : real_rdlock(given);
}
int pthread_rwlock_wrlock(pthread_rwlock_t* given) noexcept {
  rwlock* const lock = own(given);
  return lock != nullptr ? lock->write(lock_exclusive, 0) : real_wrlock(given);
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t* given) noexcept {
  rwlock* const lock = own(given);
  if (lock == nullptr) {
    return real_tryrdlock(given);
  }
  const int result = lock->read([](auto& mutex) { return mutex.try_lock_shared(); }, EBUSY);
  return result == EDEADLK ? EBUSY : result;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t* given) noexcept {
  rwlock* const lock = own(given);
  if (lock == nullptr) {
    return real_trywrlock(given);
  }
  const int result = lock->write([](auto& mutex) { return mutex.try_lock(); }, EBUSY);
  return result == EDEADLK ? EBUSY : result;
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t* given, const timespec* time) noexcept {
  return clock_read(given, CLOCK_REALTIME, time);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t* given, const timespec* time) noexcept {
  return clock_write(given, CLOCK_REALTIME, time);
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t* given, clockid_t clock, const timespec* time) noexcept {
  return clock_read(given, clock, time);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t* given, clockid_t clock, const timespec* time) noexcept {
  return clock_write(given, clock, time);
}
int pthread_rwlock_unlock(pthread_rwlock_t* given) noexcept {
  rwlock* const lock = own(given);
  return lock != nullptr ? lock->unlock() : real_unlock(given);
}

}  // extern "C"
#pragma GCC visibility pop
