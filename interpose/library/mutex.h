#pragma once

#include <pthread.h>

/// The mutex functions, for condition variables and spin locks. Each library has them for its lock.
namespace cqs::interpose {

int lock_mutex(pthread_mutex_t* mutex) noexcept;
int try_lock_mutex(pthread_mutex_t* mutex) noexcept;
int unlock_mutex(pthread_mutex_t* mutex) noexcept;
int destroy_mutex(pthread_mutex_t* mutex) noexcept;

}  // namespace cqs::interpose
