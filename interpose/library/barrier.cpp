// pthread_barrier_* on `cqs::barrier`.

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <cqs/barrier.h>
#include <cqs/detail/waiting/backoff.h>

#include "interpose/library/beside.h"
#include "interpose/library/real_function.h"
#include "interpose/library/statistics.h"

namespace cqs::interpose {
namespace {

constinit real_function<int(pthread_barrier_t*, const pthread_barrierattr_t*, unsigned)> real_init(
    "pthread_barrier_init");
constinit real_function<int(pthread_barrier_t*)> real_destroy("pthread_barrier_destroy");
constinit real_function<int(pthread_barrier_t*)> real_wait("pthread_barrier_wait");

/// A barrier that may be destroyed when one thread has returned, although others have not.
///
/// POSIX lets more threads come than the barrier counts: those that are too many belong to the next phase. `cqs::barrier`
/// is for as many threads as it counts. So the threads take numbers, and one that is too early waits for the end of the
/// phase before its own. That end is near, since all threads of that phase have come.
class phases {
  using barrier = cqs::barrier<cqs::detail::no_completion, options{}, interposed>;

 public:
  static constexpr unsigned most = static_cast<unsigned>(barrier::max());

  explicit phases(unsigned count) noexcept : _count(count), _barrier(count) {}
  ~phases() {
    cqs::detail::backoff<interposed> wait(16);
    while (_inside.load(std::memory_order_acquire) != 0) {
      wait();
    }
  }

  unsigned count() const noexcept { return _count; }

  int wait() noexcept {
    _inside.fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t number = _arrivals.fetch_add(1, std::memory_order_relaxed);
    std::uint64_t phase = number / _count;
    cqs::detail::backoff<interposed> wait_for_others(16);
    while (_ended.load(std::memory_order_acquire) < phase) {
      wait_for_others();
    }
    _barrier.arrive_and_wait();
    _ended.compare_exchange_strong(phase, phase + 1, std::memory_order_release, std::memory_order_relaxed);
    _inside.fetch_sub(1, std::memory_order_release);
    return number % _count == 0 ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
  }

 private:
  unsigned _count;
  std::atomic<std::uint32_t> _inside{0};
  std::atomic<std::uint64_t> _arrivals{0};
  std::atomic<std::uint64_t> _ended{0};  ///< phases from which a thread has returned
  barrier _barrier;
};

/// glibc marks process-shared barriers at the place of the header.
using object = beside<phases, pthread_barrier_t, 12>;
static_assert(sizeof(object) == sizeof(pthread_barrier_t));

/// Returns null if the barrier belongs to glibc. There is no static initialiser.
phases* own(pthread_barrier_t* given) noexcept {
  auto& found = object::in(given);
  if (found.is_ready()) [[likely]] {
    return &found.lock();
  }
  if (!found.is_marked()) {
    return nullptr;
  }
  found.make_ready([](phases* parents) { return interposed::create<phases>(parents->count()); });
  return &found.lock();
}

int init(pthread_barrier_t* given, const pthread_barrierattr_t* attributes, unsigned count) noexcept {
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) {
    pthread_barrierattr_getpshared(attributes, &shared);
  }
  if (shared != PTHREAD_PROCESS_PRIVATE || count > phases::most) {
    count_passed(kind::barrier);
    return real_init(given, attributes, count);
  }
  if (count == 0) {
    return EINVAL;
  }
  count_constructed(kind::barrier);
  object::in(given).construct(count);
  return 0;
}

}  // namespace
}  // namespace cqs::interpose

using namespace cqs::interpose;

#pragma GCC visibility push(default)  // the program must find these functions
extern "C" {

int pthread_barrier_init(pthread_barrier_t* given, const pthread_barrierattr_t* attributes,
                         unsigned count) noexcept {
  return init(given, attributes, count);
}
int pthread_barrier_destroy(pthread_barrier_t* given) noexcept {
  if (own(given) == nullptr) {
    return real_destroy(given);
  }
  object::in(given).destroy();
  return 0;
}
int pthread_barrier_wait(pthread_barrier_t* given) noexcept {
  phases* const barrier = own(given);
  return barrier != nullptr ? barrier->wait() : real_wait(given);
}

}  // extern "C"
#pragma GCC visibility pop
