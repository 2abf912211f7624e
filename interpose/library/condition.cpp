// pthread_cond_* on `cqs::condition_variable`, with any mutex: of this library or of glibc.

#include <pthread.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <system_error>

#include <cqs/condition_variable.h>

#include "interpose/library/cancellation.h"
#include "interpose/library/clocks.h"
#include "interpose/library/header.h"
#include "interpose/library/mutex.h"
#include "interpose/library/real_function.h"
#include "interpose/library/statistics.h"

namespace cqs::interpose {
namespace {

constinit real_function<int(pthread_cond_t*, const pthread_condattr_t*)> real_init("pthread_cond_init");
constinit real_function<int(pthread_cond_t*)> real_destroy("pthread_cond_destroy");
constinit real_function<int(pthread_cond_t*)> real_signal("pthread_cond_signal");
constinit real_function<int(pthread_cond_t*)> real_broadcast("pthread_cond_broadcast");
constinit real_function<int(pthread_cond_t*, pthread_mutex_t*)> real_wait("pthread_cond_wait");
constinit real_function<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)> real_timedwait(
    "pthread_cond_timedwait");
constinit real_function<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)> real_clockwait(
    "pthread_cond_clockwait");

/// A mutex that belongs to the caller of a wait.
struct callers_mutex {
  pthread_mutex_t* mutex;
  int locked = 0;  ///< the result of the last lock: the owner of a robust mutex may have died

  void lock() noexcept { locked = lock_mutex(mutex); }
  void unlock() const {
    if (const int error = unlock_mutex(mutex); error != 0) {
      throw std::system_error(error, std::generic_category());
    }
  }
};

/// A `pthread_cond_t` with a condition variable of ours inside. glibc marks the objects that it keeps, the
/// process-shared ones, by a bit in the place of `_clock`.
class condition_object {
  using condition = basic_condition_variable<options{}, interposed>;

 public:
  /// Returns null if the object belongs to glibc.
  static condition_object* of(pthread_cond_t* given) noexcept {
    if ((given->__data.__wrefs & shared_bit) != 0) [[unlikely]] {
      return nullptr;
    }
    auto* const object = reinterpret_cast<condition_object*>(given);
    if (!object->_header.is_ready()) [[unlikely]] {
      object->_header.make_ready([object](header::word /*before*/) { return object->start(); });
    }
    return object;
  }

  static void construct(pthread_cond_t* given, clockid_t clock) noexcept {
    std::memset(static_cast<void*>(given), 0, sizeof(*given));
    auto* const object = reinterpret_cast<condition_object*>(given);
    object->_clock = clock == CLOCK_MONOTONIC ? monotonic_bit : 0;
    object->_header.set_ready(object->start());
  }

  void destroy() noexcept {
    the_condition().~condition();
    std::memset(static_cast<void*>(this), 0, sizeof(*this));
  }

  clockid_t clock() const noexcept { return _clock == monotonic_bit ? CLOCK_MONOTONIC : CLOCK_REALTIME; }
  void signal() noexcept { the_condition().notify_one(); }
  void broadcast() noexcept { the_condition().notify_all(); }

  struct wait_result {
    int error;        ///< of POSIX
    bool is_aborted;  ///< by the cancellation or the deadline: the wait has used no notification
  };

  /// The mutex is locked again.
  template <class Deadline>
  wait_result wait(pthread_mutex_t* mutex, cancellable& record, Deadline deadline) noexcept {
    try {
      callers_mutex lock{mutex};
      const abort_of_call<Deadline, false> abort(record, deadline);
      const bool is_aborted = !the_condition().wait_or(lock, abort);
      const bool timed_out = is_aborted && deadline.requested();
      return {lock.locked == 0 && timed_out ? ETIMEDOUT : lock.locked, is_aborted};
    } catch (const std::system_error& e) {
      return {e.code().value(), false};
    }
  }

 private:
  static constexpr unsigned shared_bit = 1;
  static constexpr std::uint32_t monotonic_bit = 2;

  header::word start() noexcept {
    count_constructed(kind::condition);
    ::new (_space) condition();
    return 0;
  }
  condition& the_condition() noexcept { return *std::launder(reinterpret_cast<condition*>(_space)); }

  alignas(condition) std::byte _space[sizeof(condition)];
  header _header;
  std::uint32_t _clock;
  std::byte _unused[sizeof(pthread_cond_t) - sizeof(condition) - 8];

  static_assert(sizeof(condition) == offsetof(pthread_cond_t, __data.__wrefs) - 4);
};
static_assert(sizeof(condition_object) == sizeof(pthread_cond_t));

int init(pthread_cond_t* given, const pthread_condattr_t* attributes) noexcept {
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr) {
    int shared = PTHREAD_PROCESS_PRIVATE;
    pthread_condattr_getpshared(attributes, &shared);
    if (shared != PTHREAD_PROCESS_PRIVATE) {
      count_passed(kind::condition);
      return real_init(given, attributes);
    }
    pthread_condattr_getclock(attributes, &clock);
  }
  condition_object::construct(given, clock);
  return 0;
}

/// A wait that a cancellation ended returns here, with the mutex. Then the thread ends, or the wait was spurious. A
/// thread that was notified before returns: otherwise the notification would be lost.
int end(condition_object::wait_result result, const cancellable& record) {
  if (result.is_aborted && record.is_cancelled.load(std::memory_order_relaxed)) {
    pthread_testcancel();
  }
  return result.error;
}

int wait_without_end(condition_object& condition, pthread_mutex_t* mutex) {
  cancellable& record = begin_cancellable_wait();
  return end(condition.wait(mutex, record, cqs::detail::never_abort<interposed>{}), record);
}

int wait_until(condition_object& condition, pthread_mutex_t* mutex, clockid_t clock, const timespec& time) {
  if (!is_supported(clock) || !is_valid(time)) {
    return EINVAL;
  }
  cancellable& record = begin_cancellable_wait();
  return end(at(clock, time, [&](auto end) { return condition.wait(mutex, record, deadline(end)); }), record);
}

}  // namespace
}  // namespace cqs::interpose

using namespace cqs::interpose;

#pragma GCC visibility push(default)  // the program must find these functions
extern "C" {

int pthread_cond_init(pthread_cond_t* given, const pthread_condattr_t* attributes) noexcept {
  return init(given, attributes);
}
int pthread_cond_destroy(pthread_cond_t* given) noexcept {
  condition_object* const own = condition_object::of(given);
  if (own == nullptr) {
    return real_destroy(given);
  }
  own->destroy();
  return 0;
}
int pthread_cond_signal(pthread_cond_t* given) noexcept {
  condition_object* const own = condition_object::of(given);
  if (own == nullptr) {
    return real_signal(given);
  }
  own->signal();
  return 0;
}
int pthread_cond_broadcast(pthread_cond_t* given) noexcept {
  condition_object* const own = condition_object::of(given);
  if (own == nullptr) {
    return real_broadcast(given);
  }
  own->broadcast();
  return 0;
}
int pthread_cond_wait(pthread_cond_t* given, pthread_mutex_t* mutex) {
  condition_object* const own = condition_object::of(given);
  return own != nullptr ? wait_without_end(*own, mutex) : real_wait(given, mutex);
}
int pthread_cond_timedwait(pthread_cond_t* given, pthread_mutex_t* mutex, const timespec* time) {
  condition_object* const own = condition_object::of(given);
  return own != nullptr ? wait_until(*own, mutex, own->clock(), *time) : real_timedwait(given, mutex, time);
}
int pthread_cond_clockwait(pthread_cond_t* given, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* time) {
  condition_object* const own = condition_object::of(given);
  return own != nullptr ? wait_until(*own, mutex, clock, *time) : real_clockwait(given, mutex, clock, time);
}

}  // extern "C"
#pragma GCC visibility pop
