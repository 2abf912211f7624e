// sem_* of unnamed semaphores on the permits of `cqs::counting_semaphore`.

#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>

#include <cqs/detail/pools/permits.h>

#include "interpose/library/beside.h"
#include "interpose/library/cancellation.h"
#include "interpose/library/clocks.h"
#include "interpose/library/real_function.h"
#include "interpose/library/statistics.h"
#include "interpose/library/thread.h"

namespace cqs::interpose {
namespace {

constinit real_function<int(sem_t*, int, unsigned)> real_init("sem_init");
constinit real_function<int(sem_t*)> real_destroy("sem_destroy");
constinit real_function<int(sem_t*)> real_wait("sem_wait");
constinit real_function<int(sem_t*)> real_trywait("sem_trywait");
constinit real_function<int(sem_t*, const timespec*)> real_timedwait("sem_timedwait");
constinit real_function<int(sem_t*, clockid_t, const timespec*)> real_clockwait("sem_clockwait");
constinit real_function<int(sem_t*)> real_post("sem_post");
constinit real_function<int(sem_t*, int*)> real_getvalue("sem_getvalue");

class semaphore : public cqs::detail::permits<options{}, interposed> {
 public:
  using permits::permits;

  /// POSIX allows a negative value, or zero, while threads wait. glibc has zero.
  int value() noexcept {
    return static_cast<int>(std::max<std::int64_t>(size().load(std::memory_order_relaxed), 0));
  }
};

/// glibc marks process-shared and named semaphores at the place of the header.
using object = beside<semaphore, sem_t, 8>;
static_assert(sizeof(object) == sizeof(sem_t));

/// Returns null if the semaphore belongs to glibc. Semaphores have no static initialiser: one that `sem_init` has not
/// made is glibc's too.
semaphore* own(sem_t* given) noexcept {
  auto& found = object::in(given);
  if (found.is_ready()) [[likely]] {
    return &found.lock();
  }
  if (!found.is_marked()) {
    return nullptr;
  }
  found.make_ready([](semaphore* parents) { return interposed::create<semaphore>(parents->value()); });
  return &found.lock();
}

int fail(int error) noexcept {
  errno = error;
  return -1;
}

/// The result of a wait that a cancellation, a signal, or its deadline may end.
template <class Deadline>
int wait(semaphore& permits, cancellable& record, Deadline deadline) noexcept {
  const abort_of_call<Deadline, true> abort(record, deadline);
  if (permits.acquire(abort)) {
    return 0;
  }
  return fail(abort.is_interrupted() || !deadline.requested() ? EINTR : ETIMEDOUT);
}

/// A thread that is cancelled ends here, without a permit. If it cannot be cancelled now, it waits again.
template <class Wait>
int cancellation_point(Wait wait) {
  for (;;) {
    cancellable& record = begin_cancellable_wait();
    const int result = wait(record);
    if (result == 0 || !record.is_cancelled.load(std::memory_order_relaxed)) {
      return result;
    }
    pthread_testcancel();
    if (errno != EINTR || this_thread.interrupted) {
      return result;
    }
  }
}

int wait_until(semaphore& permits, clockid_t clock, const timespec& time) {
  return cancellation_point([&](cancellable& record) {
    if (permits.try_acquire()) {
      return 0;
    }
    if (!is_supported(clock) || !is_valid(time)) {
      return fail(EINVAL);
    }
    return at(clock, time, [&](auto end) { return wait(permits, record, deadline(end)); });
  });
}

int init(sem_t* given, int shared, unsigned value) noexcept {
  if (shared != 0) {
    count_passed(kind::semaphore);
    return real_init(given, shared, value);
  }
  if (value > SEM_VALUE_MAX) {
    return fail(EINVAL);
  }
  count_constructed(kind::semaphore);
  object::in(given).construct(static_cast<std::int64_t>(value));
  return 0;
}

}  // namespace
}  // namespace cqs::interpose

using namespace cqs::interpose;

#pragma GCC visibility push(default)  // the program must find these functions
extern "C" {

int sem_init(sem_t* given, int shared, unsigned value) noexcept {
  return init(given, shared, value);
}
int sem_destroy(sem_t* given) noexcept {
  if (own(given) == nullptr) {
    return real_destroy(given);
  }
  object::in(given).destroy();
  return 0;
}
int sem_wait(sem_t* given) {
  semaphore* const permits = own(given);
  if (permits == nullptr) {
    return real_wait(given);
  }
  return cancellation_point([permits](cancellable& record) {
    return wait(*permits, record, cqs::detail::never_abort<interposed>{});
  });
}
int sem_trywait(sem_t* given) noexcept {
  semaphore* const permits = own(given);
  if (permits == nullptr) {
    return real_trywait(given);
  }
  return permits->try_acquire() ? 0 : fail(EAGAIN);
}
int sem_timedwait(sem_t* given, const timespec* time) {
  semaphore* const permits = own(given);
  return permits != nullptr ? wait_until(*permits, CLOCK_REALTIME, *time) : real_timedwait(given, time);
}
int sem_clockwait(sem_t* given, clockid_t clock, const timespec* time) {
  semaphore* const permits = own(given);
  return permits != nullptr ? wait_until(*permits, clock, *time) : real_clockwait(given, clock, time);
}
int sem_post(sem_t* given) noexcept {
  semaphore* const permits = own(given);
  if (permits == nullptr) {
    return real_post(given);
  }
  return permits->release(1, SEM_VALUE_MAX) ? 0 : fail(EOVERFLOW);
}
int sem_getvalue(sem_t* given, int* value) noexcept {
  semaphore* const permits = own(given);
  if (permits == nullptr) {
    return real_getvalue(given, value);
  }
  *value = permits->value();
  return 0;
}

}  // extern "C"
#pragma GCC visibility pop
