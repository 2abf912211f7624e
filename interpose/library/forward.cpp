// Every function goes to glibc: what the interposition itself costs.

#include <pthread.h>
#include <semaphore.h>

#include "interpose/library/real_function.h"

#pragma GCC visibility push(default)  // the program must find these functions

// NOLINTBEGIN(bugprone-macro-parentheses): parameters and arguments are lists
#define CQS_FORWARD(name, parameters, arguments)                                     \
  static constinit cqs::interpose::real_function<int parameters> real_##name(#name); \
  extern "C" int name parameters {                                                   \
    return real_##name arguments;                                                    \
  }

CQS_FORWARD(pthread_mutex_init, (pthread_mutex_t * mutex, const pthread_mutexattr_t* attributes),
            (mutex, attributes))
CQS_FORWARD(pthread_mutex_destroy, (pthread_mutex_t * mutex), (mutex))
CQS_FORWARD(pthread_mutex_lock, (pthread_mutex_t * mutex), (mutex))
CQS_FORWARD(pthread_mutex_trylock, (pthread_mutex_t * mutex), (mutex))
CQS_FORWARD(pthread_mutex_unlock, (pthread_mutex_t * mutex), (mutex))
CQS_FORWARD(pthread_mutex_timedlock, (pthread_mutex_t * mutex, const timespec* time), (mutex, time))
CQS_FORWARD(pthread_mutex_clocklock, (pthread_mutex_t * mutex, clockid_t clock, const timespec* time),
            (mutex, clock, time))

CQS_FORWARD(pthread_cond_init, (pthread_cond_t * condition, const pthread_condattr_t* attributes),
            (condition, attributes))
CQS_FORWARD(pthread_cond_destroy, (pthread_cond_t * condition), (condition))
CQS_FORWARD(pthread_cond_signal, (pthread_cond_t * condition), (condition))
CQS_FORWARD(pthread_cond_broadcast, (pthread_cond_t * condition), (condition))
CQS_FORWARD(pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t* mutex), (condition, mutex))
CQS_FORWARD(pthread_cond_timedwait,
            (pthread_cond_t * condition, pthread_mutex_t* mutex, const timespec* time),
            (condition, mutex, time))
CQS_FORWARD(pthread_cond_clockwait,
            (pthread_cond_t * condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* time),
            (condition, mutex, clock, time))

CQS_FORWARD(pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t* attributes),
            (lock, attributes))
CQS_FORWARD(pthread_rwlock_destroy, (pthread_rwlock_t * lock), (lock))
CQS_FORWARD(pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock))
CQS_FORWARD(pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock))
CQS_FORWARD(pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock))
CQS_FORWARD(pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock))
CQS_FORWARD(pthread_rwlock_unlock, (pthread_rwlock_t * lock), (lock))
CQS_FORWARD(pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, const timespec* time), (lock, time))
CQS_FORWARD(pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, const timespec* time), (lock, time))
CQS_FORWARD(pthread_rwlock_clockrdlock, (pthread_rwlock_t * lock, clockid_t clock, const timespec* time),
            (lock, clock, time))
CQS_FORWARD(pthread_rwlock_clockwrlock, (pthread_rwlock_t * lock, clockid_t clock, const timespec* time),
            (lock, clock, time))

CQS_FORWARD(pthread_spin_init, (pthread_spinlock_t * lock, int shared), (lock, shared))
CQS_FORWARD(pthread_spin_destroy, (pthread_spinlock_t * lock), (lock))
CQS_FORWARD(pthread_spin_lock, (pthread_spinlock_t * lock), (lock))
CQS_FORWARD(pthread_spin_trylock, (pthread_spinlock_t * lock), (lock))
CQS_FORWARD(pthread_spin_unlock, (pthread_spinlock_t * lock), (lock))

CQS_FORWARD(sem_init, (sem_t * semaphore, int shared, unsigned value), (semaphore, shared, value))
CQS_FORWARD(sem_destroy, (sem_t * semaphore), (semaphore))
CQS_FORWARD(sem_wait, (sem_t * semaphore), (semaphore))
CQS_FORWARD(sem_trywait, (sem_t * semaphore), (semaphore))
CQS_FORWARD(sem_timedwait, (sem_t * semaphore, const timespec* time), (semaphore, time))
CQS_FORWARD(sem_clockwait, (sem_t * semaphore, clockid_t clock, const timespec* time),
            (semaphore, clock, time))
CQS_FORWARD(sem_post, (sem_t * semaphore), (semaphore))
CQS_FORWARD(sem_getvalue, (sem_t * semaphore, int* value), (semaphore, value))

CQS_FORWARD(pthread_barrier_init,
            (pthread_barrier_t * barrier, const pthread_barrierattr_t* attributes, unsigned count),
            (barrier, attributes, count))
CQS_FORWARD(pthread_barrier_destroy, (pthread_barrier_t * barrier), (barrier))
CQS_FORWARD(pthread_barrier_wait, (pthread_barrier_t * barrier), (barrier))
// NOLINTEND(bugprone-macro-parentheses)

#pragma GCC visibility pop
