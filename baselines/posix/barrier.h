#pragma once

#include <cstddef>

#include <pthread.h>

#include "baselines/concepts/barrier.h"
#include "baselines/posix/origin.h"

namespace cqs::baselines {

class posix_barrier {
 public:
  static constexpr description about{"posix.barrier", posix_origin, waiting::parking};

  explicit posix_barrier(std::ptrdiff_t parties) {
    posix_check(pthread_barrier_init(&_barrier, nullptr, static_cast<unsigned>(parties)),
                "pthread_barrier_init");
  }
  posix_barrier(const posix_barrier&) = delete;
  posix_barrier& operator=(const posix_barrier&) = delete;
  ~posix_barrier() { pthread_barrier_destroy(&_barrier); }

  void arrive_and_wait() { pthread_barrier_wait(&_barrier); }

 private:
  pthread_barrier_t _barrier;
};

}  // namespace cqs::baselines
