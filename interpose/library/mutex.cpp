// pthread_mutex_* on one lock of the suite, which the build chooses.

#include "interpose/library/mutex.h"

#include <pthread.h>

#include CQS_INTERPOSE_LOCK

#include "interpose/library/clocks.h"
#include "interpose/library/mutex_object.h"
#include "interpose/library/real_function.h"

namespace cqs::interpose {
namespace {

using object = mutex_object<chosen_lock>;
static_assert(sizeof(object) == sizeof(pthread_mutex_t) && alignof(object) == alignof(pthread_mutex_t));

constinit real_function<int(pthread_mutex_t*, const pthread_mutexattr_t*)> real_init("pthread_mutex_init");
constinit real_function<int(pthread_mutex_t*)> real_destroy("pthread_mutex_destroy");
constinit real_function<int(pthread_mutex_t*)> real_lock("pthread_mutex_lock");
constinit real_function<int(pthread_mutex_t*)> real_trylock("pthread_mutex_trylock");
constinit real_function<int(pthread_mutex_t*)> real_unlock("pthread_mutex_unlock");
constinit real_function<int(pthread_mutex_t*, clockid_t, const timespec*)> real_clocklock(
    "pthread_mutex_clocklock");

/// Returns true for what only glibc can do: it needs the kernel, or memory that processes share.
bool needs_glibc(const pthread_mutexattr_t* attributes) noexcept {
  int shared = PTHREAD_PROCESS_PRIVATE;
  int robust = PTHREAD_MUTEX_STALLED;
  int protocol = PTHREAD_PRIO_NONE;
  pthread_mutexattr_getpshared(attributes, &shared);
  pthread_mutexattr_getrobust(attributes, &robust);
  pthread_mutexattr_getprotocol(attributes, &protocol);
  return shared != PTHREAD_PROCESS_PRIVATE || robust != PTHREAD_MUTEX_STALLED ||
         protocol != PTHREAD_PRIO_NONE;
}

int init_mutex(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  int type = PTHREAD_MUTEX_NORMAL;
  if (attributes != nullptr) {
    if (needs_glibc(attributes)) {
      count_passed(kind::mutex);
      return real_init(mutex, attributes);
    }
    pthread_mutexattr_gettype(attributes, &type);
  }
  object::construct(mutex, type);
  return 0;
}

int clock_lock(pthread_mutex_t* mutex, clockid_t clock, const timespec& time) noexcept {
  object* const own = object::of(mutex);
  if (own == nullptr) {
    return real_clocklock(mutex, clock, &time);
  }
  if (const int result = own->try_lock(); result != EBUSY) {
    return result;
  }
  if (!is_supported(clock) || !is_valid(time)) {
    return EINVAL;
  }
  return at(clock, time, [own](auto deadline) { return own->lock_until(deadline); });
}

}  // namespace

int lock_mutex(pthread_mutex_t* mutex) noexcept {
  object* const own = object::of(mutex);
  return own != nullptr ? own->lock() : real_lock(mutex);
}

int try_lock_mutex(pthread_mutex_t* mutex) noexcept {
  object* const own = object::of(mutex);
  return own != nullptr ? own->try_lock() : real_trylock(mutex);
}

int unlock_mutex(pthread_mutex_t* mutex) noexcept {
  object* const own = object::of(mutex);
  return own != nullptr ? own->unlock() : real_unlock(mutex);
}

int destroy_mutex(pthread_mutex_t* mutex) noexcept {
  object* const own = object::of(mutex);
  return own != nullptr ? own->destroy() : real_destroy(mutex);
}

}  // namespace cqs::interpose

using namespace cqs::interpose;

#pragma GCC visibility push(default)  // the program must find these functions
extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  return init_mutex(mutex, attributes);
}
int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  return destroy_mutex(mutex);
}
int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return lock_mutex(mutex);
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return unlock_mutex(mutex);
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return try_lock_mutex(mutex);
}
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) noexcept {
  return clock_lock(mutex, CLOCK_REALTIME, *time);
}
int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) noexcept {
  return clock_lock(mutex, clock, *time);
}

}  // extern "C"
#pragma GCC visibility pop
