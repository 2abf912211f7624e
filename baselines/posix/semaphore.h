#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>

#include <semaphore.h>

#include "baselines/concepts/semaphore.h"
#include "baselines/posix/origin.h"

namespace cqs::baselines {

class posix_semaphore {
 public:
  static constexpr description about{"posix.sem", posix_origin, waiting::parking};

  explicit posix_semaphore(std::ptrdiff_t permits) {
    posix_check(sem_init(&_semaphore, 0, static_cast<unsigned>(permits)) == 0 ? 0 : errno, "sem_init");
  }
  posix_semaphore(const posix_semaphore&) = delete;
  posix_semaphore& operator=(const posix_semaphore&) = delete;
  ~posix_semaphore() { sem_destroy(&_semaphore); }

  void acquire() {
    while (sem_wait(&_semaphore) != 0) {  // a signal handler may have run
    }
  }
  bool try_acquire_for(std::chrono::nanoseconds timeout) {
    const timespec deadline = posix_deadline(timeout);
    while (sem_clockwait(&_semaphore, CLOCK_MONOTONIC, &deadline) != 0) {
      if (errno == ETIMEDOUT) {
        return false;
      }
    }
    return true;
  }
  void release() { sem_post(&_semaphore); }

 private:
  sem_t _semaphore;
};

}  // namespace cqs::baselines
