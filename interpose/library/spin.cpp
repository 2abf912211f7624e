// pthread_spin_* on the lock that the library has for mutexes.

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "interpose/library/arena.h"
#include "interpose/library/mutex.h"
#include "interpose/library/real_function.h"
#include "interpose/library/statistics.h"

namespace cqs::interpose {
namespace {

constinit real_function<int(pthread_spinlock_t*, int)> real_init("pthread_spin_init");
constinit real_function<int(pthread_spinlock_t*)> real_destroy("pthread_spin_destroy");
constinit real_function<int(pthread_spinlock_t*)> real_lock("pthread_spin_lock");
constinit real_function<int(pthread_spinlock_t*)> real_trylock("pthread_spin_trylock");
constinit real_function<int(pthread_spinlock_t*)> real_unlock("pthread_spin_unlock");

/// A spin lock of POSIX has four bytes: room for the number of a mutex in this table. If it is full, glibc keeps the
/// lock. glibc's own values are 1, 0 and negative ones.
class spin_locks {
 public:
  /// Returns false if the table is full.
  bool add(pthread_spinlock_t* given) noexcept {
    auto* const added = ::new (memory().allocate(sizeof(pthread_mutex_t))) pthread_mutex_t();
    const std::uint32_t begin = _next.fetch_add(1, std::memory_order_relaxed);
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t index = (begin + i) % size;
      pthread_mutex_t* none = nullptr;
      if (_mutexes[index].compare_exchange_strong(none, added, std::memory_order_release,
                                                  std::memory_order_relaxed)) {
        *given = static_cast<int>(first_number + index);
        return true;
      }
    }
    memory().free(added, sizeof(*added));
    return false;
  }

  /// Returns null if the lock belongs to glibc.
  pthread_mutex_t* find(const pthread_spinlock_t* given) const noexcept {
    const auto index = static_cast<std::uint32_t>(*given) - first_number;
    return index < size ? _mutexes[index].load(std::memory_order_acquire) : nullptr;
  }

  void remove(pthread_spinlock_t* given) noexcept {
    const auto index = static_cast<std::uint32_t>(*given) - first_number;
    memory().free(_mutexes[index].exchange(nullptr, std::memory_order_acq_rel), sizeof(pthread_mutex_t));
    *given = 0;
  }

 private:
  static constexpr std::uint32_t first_number = 0x10000;
  static constexpr std::uint32_t size = 0x10000;

  std::array<std::atomic<pthread_mutex_t*>, size> _mutexes{};
  std::atomic<std::uint32_t> _next{0};
};

constinit spin_locks locks;

int init(pthread_spinlock_t* given, int shared) noexcept {
  if (shared != PTHREAD_PROCESS_PRIVATE || !locks.add(given)) {
    count_passed(kind::spin);
    return real_init(given, shared);
  }
  count_constructed(kind::spin);
  return 0;
}

int destroy(pthread_spinlock_t* given) noexcept {
  pthread_mutex_t* const mutex = locks.find(given);
  if (mutex == nullptr) {
    return real_destroy(given);
  }
  const int result = destroy_mutex(mutex);
  if (result == 0) {
    locks.remove(given);
  }
  return result;
}

}  // namespace
}  // namespace cqs::interpose

using namespace cqs::interpose;

#pragma GCC visibility push(default)  // the program must find these functions
extern "C" {

int pthread_spin_init(pthread_spinlock_t* given, int shared) noexcept {
  return init(given, shared);
}
int pthread_spin_destroy(pthread_spinlock_t* given) noexcept {
  return destroy(given);
}
int pthread_spin_lock(pthread_spinlock_t* given) noexcept {
  pthread_mutex_t* const mutex = locks.find(given);
  return mutex != nullptr ? lock_mutex(mutex) : real_lock(given);
}
int pthread_spin_trylock(pthread_spinlock_t* given) noexcept {
  pthread_mutex_t* const mutex = locks.find(given);
  return mutex != nullptr ? try_lock_mutex(mutex) : real_trylock(given);
}
int pthread_spin_unlock(pthread_spinlock_t* given) noexcept {
  pthread_mutex_t* const mutex = locks.find(given);
  return mutex != nullptr ? unlock_mutex(mutex) : real_unlock(given);
}

}  // extern "C"
#pragma GCC visibility pop
