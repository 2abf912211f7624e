/* The functions of POSIX that cqs-run replaces, as glibc's own tests use them. Returns 0 if all behave as POSIX says. */

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

enum { threads = 4, rounds = 400 };

/* A time that no clock reaches: programs mean "for ever" by it. */
static const struct timespec never = {LONG_MAX, 999999999};
static const struct timespec long_ago = {LONG_MIN, 0};

static struct timespec after(clockid_t clock, long milliseconds) {
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_nsec += milliseconds % 1000 * 1000000;
  time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  return time;
}

static int is_past(clockid_t clock, struct timespec time) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec > time.tv_sec || (now.tv_sec == time.tv_sec && now.tv_nsec >= time.tv_nsec);
}

static void start(pthread_t* team, int count, void* (*body)(void*), void* argument) {
  for (int i = 0; i < count; ++i) {
    CHECK(pthread_create(&team[i], NULL, body, argument) == 0);
  }
}

static void join(pthread_t* team, int count) {
  for (int i = 0; i < count; ++i) {
    CHECK(pthread_join(team[i], NULL) == 0);
  }
}

static long counter;

static void* increment(void* mutex) {
  for (int i = 0; i < rounds; ++i) {
    CHECK(pthread_mutex_lock(mutex) == 0);
    ++counter;
    CHECK(pthread_mutex_unlock(mutex) == 0);
  }
  return NULL;
}

static void excludes(pthread_mutex_t* mutex) {
  pthread_t team[threads];
  counter = 0;
  start(team, threads, increment, mutex);
  join(team, threads);
  CHECK(counter == (long)threads * rounds);
}

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

static void* expect_busy(void* mutex) {
  CHECK(pthread_mutex_trylock(mutex) == EBUSY);
  return NULL;
}

static void in_another_thread(void* (*body)(void*), void* argument) {
  pthread_t other;
  start(&other, 1, body, argument);
  join(&other, 1);
}

static void test_static_initialisers(void) {
  excludes(&normal);
  excludes(&recursive);
  excludes(&checking);
  excludes(&adaptive);
}

static void check_recursion(pthread_mutex_t* mutex) {
  for (int i = 0; i < 100; ++i) {
    CHECK((i % 2 == 0 ? pthread_mutex_lock(mutex) : pthread_mutex_trylock(mutex)) == 0);
  }
  for (int i = 0; i < 100; ++i) {
    in_another_thread(expect_busy, mutex);
    CHECK(pthread_mutex_unlock(mutex) == 0);
  }
  CHECK(pthread_mutex_unlock(mutex) == EPERM);
}

static void* expect_not_owner(void* mutex) {
  CHECK(pthread_mutex_unlock(mutex) == EPERM);
  return NULL;
}

static void check_errors(pthread_mutex_t* mutex) {
  CHECK(pthread_mutex_unlock(mutex) == EPERM);
  CHECK(pthread_mutex_lock(mutex) == 0);
  CHECK(pthread_mutex_lock(mutex) == EDEADLK);
  CHECK(pthread_mutex_trylock(mutex) == EBUSY);
  in_another_thread(expect_not_owner, mutex);
  CHECK(pthread_mutex_unlock(mutex) == 0);
}

static void with_type(int type, void (*use)(pthread_mutex_t*)) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  CHECK(pthread_mutexattr_init(&attributes) == 0);
  CHECK(pthread_mutexattr_settype(&attributes, type) == 0);
  CHECK(pthread_mutex_init(&mutex, &attributes) == 0);
  use(&mutex);
  CHECK(pthread_mutex_destroy(&mutex) == 0);
  CHECK(pthread_mutexattr_destroy(&attributes) == 0);
}

static void test_types(void) {
  check_recursion(&recursive);
  with_type(PTHREAD_MUTEX_RECURSIVE, check_recursion);
  check_errors(&checking);
  with_type(PTHREAD_MUTEX_ERRORCHECK, check_errors);
  with_type(PTHREAD_MUTEX_RECURSIVE, excludes);
  with_type(PTHREAD_MUTEX_ERRORCHECK, excludes);
  with_type(PTHREAD_MUTEX_NORMAL, excludes);
}

static void* lock_in_vain(void* mutex) {
  struct timespec soon = after(CLOCK_REALTIME, 20);
  CHECK(pthread_mutex_timedlock(mutex, &soon) == ETIMEDOUT);
  CHECK(is_past(CLOCK_REALTIME, soon));
  soon = after(CLOCK_MONOTONIC, 20);
  CHECK(pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  CHECK(is_past(CLOCK_MONOTONIC, soon));
  soon.tv_nsec = 1000000000;
  CHECK(pthread_mutex_timedlock(mutex, &soon) == EINVAL);
  const struct timespec past = {0, 0};
  CHECK(pthread_mutex_timedlock(mutex, &past) == ETIMEDOUT);
  return NULL;
}

static void* lock_in_time(void* mutex) {
  const struct timespec late = after(CLOCK_REALTIME, 60000);
  CHECK(pthread_mutex_timedlock(mutex, &late) == 0);
  CHECK(pthread_mutex_unlock(mutex) == 0);
  return NULL;
}

static void test_timed_mutexes(void) {
  CHECK(pthread_mutex_lock(&normal) == 0);
  CHECK(pthread_mutex_destroy(&normal) == EBUSY);
  in_another_thread(lock_in_vain, &normal);
  pthread_t team[threads];
  start(team, threads, lock_in_time, &normal);
  usleep(10000);
  CHECK(pthread_mutex_unlock(&normal) == 0);
  join(team, threads);
}

/* Many mutexes. Two threads meet before each of them, and use it for the first time. */
enum { many = 1000 };
static pthread_mutex_t first_used[many];
static int arrived[many];
static int users;

static void* use_first(void* unused) {
  for (int i = 0; i < many; ++i) {
    __atomic_add_fetch(&arrived[i], 1, __ATOMIC_ACQ_REL);
    for (int looks = 0; __atomic_load_n(&arrived[i], __ATOMIC_ACQUIRE) < 2; ++looks) {
      if (looks > 1000) {
        sched_yield();
      }
    }
    CHECK(pthread_mutex_lock(&first_used[i]) == 0);
    CHECK(__atomic_add_fetch(&users, 1, __ATOMIC_RELAXED) == 1);
    sched_yield();
    CHECK(__atomic_sub_fetch(&users, 1, __ATOMIC_RELAXED) == 0);
    CHECK(pthread_mutex_unlock(&first_used[i]) == 0);
  }
  return unused;
}

static void test_first_use(void) {
  pthread_t team[2];
  start(team, 2, use_first, NULL);
  join(team, 2);
}

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int level;
static pthread_mutex_t* level_mutex;

static void* take(void* unused) {
  (void)unused;
  for (int i = 0; i < rounds; ++i) {
    CHECK(pthread_mutex_lock(level_mutex) == 0);
    while (level == 0) {
      CHECK(pthread_cond_wait(&changed, level_mutex) == 0);
    }
    --level;
    CHECK(pthread_mutex_unlock(level_mutex) == 0);
  }
  return NULL;
}

static void hand_over(pthread_mutex_t* mutex) {
  pthread_t team[threads];
  level_mutex = mutex;
  start(team, threads, take, NULL);
  for (int i = 0; i < threads * rounds; ++i) {
    CHECK(pthread_mutex_lock(mutex) == 0);
    ++level;
    CHECK(pthread_mutex_unlock(mutex) == 0);
    CHECK(pthread_cond_signal(&changed) == 0);
  }
  join(team, threads);
  CHECK(level == 0);
}

static void time_out(pthread_cond_t* condition, clockid_t clock) {
  CHECK(pthread_mutex_lock(&normal) == 0);
  struct timespec soon = after(clock, 20);
  CHECK(pthread_cond_timedwait(condition, &normal, &soon) == ETIMEDOUT);
  CHECK(is_past(clock, soon));
  soon = after(CLOCK_MONOTONIC, 20);
  CHECK(pthread_cond_clockwait(condition, &normal, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  soon = after(CLOCK_REALTIME, 20);
  CHECK(pthread_cond_clockwait(condition, &normal, CLOCK_REALTIME, &soon) == ETIMEDOUT);
  soon.tv_nsec = -1;
  CHECK(pthread_cond_timedwait(condition, &normal, &soon) == EINVAL);
  in_another_thread(expect_busy, &normal);
  CHECK(pthread_mutex_unlock(&normal) == 0);
}

static int released;

static void* wait_for_release(void* unused) {
  (void)unused;
  CHECK(pthread_mutex_lock(&normal) == 0);
  const struct timespec late = after(CLOCK_REALTIME, 60000);
  while (!released) {
    CHECK(pthread_cond_timedwait(&changed, &normal, &late) == 0);
  }
  CHECK(pthread_mutex_unlock(&normal) == 0);
  return NULL;
}

static void test_conditions(void) {
  hand_over(&normal);
  hand_over(&recursive);
  hand_over(&checking);
  time_out(&changed, CLOCK_REALTIME);
  pthread_condattr_t attributes;
  pthread_cond_t steady;
  CHECK(pthread_condattr_init(&attributes) == 0);
  CHECK(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  CHECK(pthread_cond_init(&steady, &attributes) == 0);
  time_out(&steady, CLOCK_MONOTONIC);
  CHECK(pthread_cond_destroy(&steady) == 0);
  CHECK(pthread_cond_wait(&changed, &checking) == EPERM);

  pthread_t team[threads];
  start(team, threads, wait_for_release, NULL);
  usleep(10000);
  CHECK(pthread_mutex_lock(&normal) == 0);
  released = 1;
  CHECK(pthread_cond_broadcast(&changed) == 0);
  CHECK(pthread_mutex_unlock(&normal) == 0);
  join(team, threads);
}

static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static long first, second;

static void* read_or_write(void* unused) {
  (void)unused;
  for (int i = 0; i < rounds; ++i) {
    if (i % 8 == 0) {
      CHECK(pthread_rwlock_wrlock(&shared) == 0);
      ++first;
      ++second;
    } else {
      CHECK(pthread_rwlock_rdlock(&shared) == 0);
      CHECK(first == second);
    }
    CHECK(pthread_rwlock_unlock(&shared) == 0);
  }
  return NULL;
}

static void* write_once(void* lock) {
  CHECK(pthread_rwlock_wrlock(lock) == 0);
  CHECK(pthread_rwlock_unlock(lock) == 0);
  return NULL;
}

static void* wait_for_readers(void* lock) {
  struct timespec soon = after(CLOCK_REALTIME, 20);
  CHECK(pthread_rwlock_trywrlock(lock) == EBUSY);
  CHECK(pthread_rwlock_timedwrlock(lock, &soon) == ETIMEDOUT);
  soon = after(CLOCK_MONOTONIC, 20);
  CHECK(pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  CHECK(pthread_rwlock_tryrdlock(lock) == 0);
  CHECK(pthread_rwlock_unlock(lock) == 0);
  return NULL;
}

static void* wait_for_writer(void* lock) {
  struct timespec soon = after(CLOCK_REALTIME, 20);
  CHECK(pthread_rwlock_tryrdlock(lock) == EBUSY);
  CHECK(pthread_rwlock_timedrdlock(lock, &soon) == ETIMEDOUT);
  soon = after(CLOCK_MONOTONIC, 20);
  CHECK(pthread_rwlock_clockrdlock(lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  return NULL;
}

static void test_rwlocks(void) {
  pthread_t team[threads];
  start(team, threads, read_or_write, NULL);
  join(team, threads);
  CHECK(first == second && first == (long)threads * ((rounds + 7) / 8));

  pthread_rwlock_t lock;
  CHECK(pthread_rwlock_init(&lock, NULL) == 0);
  CHECK(pthread_rwlock_rdlock(&lock) == 0);
  in_another_thread(wait_for_readers, &lock);
  /* A reader may lock again while a writer waits. */
  pthread_t writer;
  start(&writer, 1, write_once, &lock);
  usleep(20000);
  CHECK(pthread_rwlock_rdlock(&lock) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  join(&writer, 1);
  CHECK(pthread_rwlock_wrlock(&lock) == 0);
  CHECK(pthread_rwlock_wrlock(&lock) == EDEADLK);
  CHECK(pthread_rwlock_rdlock(&lock) == EDEADLK);
  in_another_thread(wait_for_writer, &lock);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_destroy(&lock) == 0);
}

static pthread_barrier_t barrier;
static int serial;

static void* meet(void* unused) {
  (void)unused;
  for (int i = 0; i < 200; ++i) {
    const int result = pthread_barrier_wait(&barrier);
    CHECK(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result != 0) {
      __atomic_add_fetch(&serial, 1, __ATOMIC_RELAXED);
    }
  }
  return NULL;
}

static pthread_barrier_t short_lived;
static sem_t begun;

static void* meet_once_each(void* unused) {
  for (int i = 0; i < rounds; ++i) {
    CHECK(sem_wait(&begun) == 0);
    pthread_barrier_wait(&short_lived);
  }
  return unused;
}

/* A thread that has returned from the barrier destroys it, and uses its memory for the next one. */
static void test_short_lived_barriers(void) {
  pthread_t other;
  CHECK(sem_init(&begun, 0, 0) == 0);
  start(&other, 1, meet_once_each, NULL);
  for (int i = 0; i < rounds; ++i) {
    CHECK(pthread_barrier_init(&short_lived, NULL, 2) == 0);
    CHECK(sem_post(&begun) == 0);
    pthread_barrier_wait(&short_lived);
    CHECK(pthread_barrier_destroy(&short_lived) == 0);
    memset(&short_lived, 0xff, sizeof(short_lived));
  }
  join(&other, 1);
  CHECK(sem_destroy(&begun) == 0);
}

static int arrivals;

/* An even number of arrivals, so that no thread stays alone. */
static void* meet_whoever_comes(void* unused) {
  while (__atomic_fetch_add(&arrivals, 1, __ATOMIC_RELAXED) < 4 * rounds) {
    if (pthread_barrier_wait(&barrier) != 0) {
      __atomic_add_fetch(&serial, 1, __ATOMIC_RELAXED);
    }
  }
  return unused;
}

/* More threads than the barrier counts: those that come too early belong to the next phase. */
static void test_crowded_barrier(void) {
  pthread_t team[threads];
  serial = 0;
  CHECK(pthread_barrier_init(&barrier, NULL, 2) == 0);
  start(team, threads, meet_whoever_comes, NULL);
  join(team, threads);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
  CHECK(serial == 2 * rounds);
}

/* More parties than a barrier of the library counts. */
static void test_large_barrier(void) {
  CHECK(pthread_barrier_init(&barrier, NULL, 1u << 24) == 0);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
  CHECK(pthread_barrier_init(&barrier, NULL, UINT_MAX) == EINVAL);
}

static void test_barriers(void) {
  pthread_t team[threads];
  CHECK(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  CHECK(pthread_barrier_init(&barrier, NULL, threads + 1) == 0);
  start(team, threads, meet, NULL);
  meet(NULL);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
  join(team, threads);
  CHECK(serial == 200);
}

static pthread_spinlock_t spin;

static void* increment_spinning(void* unused) {
  (void)unused;
  for (int i = 0; i < rounds; ++i) {
    CHECK(pthread_spin_lock(&spin) == 0);
    ++counter;
    CHECK(pthread_spin_unlock(&spin) == 0);
  }
  return NULL;
}

static void* expect_busy_spin(void* unused) {
  CHECK(pthread_spin_trylock(&spin) == EBUSY);
  return unused;
}

static void test_spin_locks(void) {
  pthread_t team[threads];
  for (int sharing = PTHREAD_PROCESS_PRIVATE; sharing <= PTHREAD_PROCESS_SHARED; ++sharing) {
    CHECK(pthread_spin_init(&spin, sharing) == 0);
    CHECK(pthread_spin_trylock(&spin) == 0);
    in_another_thread(expect_busy_spin, NULL);
    CHECK(pthread_spin_unlock(&spin) == 0);
    counter = 0;
    start(team, threads, increment_spinning, NULL);
    join(team, threads);
    CHECK(counter == (long)threads * rounds);
    CHECK(pthread_spin_destroy(&spin) == 0);
  }
}

static sem_t semaphore;
static int inside;

static void* hold_permit(void* unused) {
  (void)unused;
  for (int i = 0; i < rounds; ++i) {
    CHECK(sem_wait(&semaphore) == 0);
    CHECK(__atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED) <= 2);
    __atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED);
    CHECK(sem_post(&semaphore) == 0);
  }
  return NULL;
}

static void ignore(int signal) { (void)signal; }

static int interrupted;

/* A signal before the thread sleeps has no effect, so there are many. */
static void* interrupt(void* thread) {
  while (!__atomic_load_n(&interrupted, __ATOMIC_RELAXED)) {
    usleep(10000);
    CHECK(pthread_kill(*(pthread_t*)thread, SIGUSR1) == 0);
  }
  return NULL;
}

static void test_semaphores(void) {
  pthread_t team[threads];
  int value = -1;
  CHECK(sem_init(&semaphore, 0, 2) == 0);
  start(team, threads, hold_permit, NULL);
  join(team, threads);
  CHECK(sem_getvalue(&semaphore, &value) == 0 && value == 2);
  CHECK(sem_trywait(&semaphore) == 0 && sem_wait(&semaphore) == 0);
  errno = 0;
  CHECK(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  struct timespec soon = after(CLOCK_REALTIME, 20);
  CHECK(sem_timedwait(&semaphore, &soon) == -1 && errno == ETIMEDOUT);
  soon = after(CLOCK_MONOTONIC, 20);
  CHECK(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
  soon.tv_nsec = -1;
  CHECK(sem_timedwait(&semaphore, &soon) == -1 && errno == EINVAL);

  struct sigaction action = {.sa_handler = ignore};
  pthread_t self = pthread_self();
  pthread_t other;
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
  start(&other, 1, interrupt, &self);
  CHECK(sem_wait(&semaphore) == -1 && errno == EINTR);
  __atomic_store_n(&interrupted, 1, __ATOMIC_RELAXED);
  join(&other, 1);
  CHECK(sem_getvalue(&semaphore, &value) == 0 && value == 0);
  CHECK(sem_destroy(&semaphore) == 0);

  CHECK(sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
  CHECK(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
  CHECK(sem_destroy(&semaphore) == 0);
  CHECK(sem_init(&semaphore, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
}

static int cleaned;

static void unlock_and_note(void* mutex) {
  cleaned = pthread_mutex_unlock(mutex) == 0;
}

static void* wait_to_be_cancelled(void* unused) {
  (void)unused;
  CHECK(pthread_mutex_lock(&checking) == 0);
  pthread_cleanup_push(unlock_and_note, &checking);
  for (;;) {
    CHECK(pthread_cond_wait(&changed, &checking) == 0);
  }
  pthread_cleanup_pop(1);
  return NULL;
}

static int begun_waits;
static int notified;

static void unlock_normal(void* unused) {
  (void)unused;
  CHECK(pthread_mutex_unlock(&normal) == 0);
}

static void* wait_once(void* unused) {
  CHECK(pthread_mutex_lock(&normal) == 0);
  pthread_cleanup_push(unlock_normal, NULL);
  ++begun_waits;
  CHECK(pthread_cond_wait(&changed, &normal) == 0);
  ++notified;
  pthread_cleanup_pop(1);
  return unused;
}

static void start_waiting(pthread_t* thread, int number) {
  start(thread, 1, wait_once, NULL);
  for (int begun = 0; begun < number;) {
    usleep(1000);
    CHECK(pthread_mutex_lock(&normal) == 0);
    begun = begun_waits;
    CHECK(pthread_mutex_unlock(&normal) == 0);
  }
}

/* A thread that is notified, and then cancelled before it has the mutex again. The notification is used. */
static void test_cancellation_after_signal(void) {
  pthread_t team[2];
  void* result = NULL;
  start_waiting(&team[0], 1);
  start_waiting(&team[1], 2);
  CHECK(pthread_mutex_lock(&normal) == 0);
  CHECK(pthread_cond_signal(&changed) == 0);
  CHECK(pthread_cancel(team[0]) == 0);
  CHECK(pthread_mutex_unlock(&normal) == 0);
  CHECK(pthread_join(team[0], &result) == 0);
  if (result != NULL) {
    CHECK(pthread_join(team[1], NULL) == 0); /* the second thread has the notification */
  }
  CHECK(notified == 1);
  if (result == NULL) {
    CHECK(pthread_cancel(team[1]) == 0);
    CHECK(pthread_join(team[1], NULL) == 0);
  }
}

static void* wait_for_permit(void* unused) {
  sem_wait(&semaphore);
  return unused;
}

static void* wait_though_cancelled(void* unused) {
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL) == 0);
  CHECK(sem_wait(&semaphore) == 0); /* not EINTR: no signal has come */
  return unused;
}

static void* cancelled(void* (*body)(void*)) {
  pthread_t thread;
  void* result = NULL;
  start(&thread, 1, body, NULL);
  usleep(30000);
  CHECK(pthread_cancel(thread) == 0);
  if (body == wait_though_cancelled) {
    usleep(30000);
    CHECK(sem_post(&semaphore) == 0);
  }
  CHECK(pthread_join(thread, &result) == 0);
  return result;
}

static void test_cancellation(void) {
  test_cancellation_after_signal();
  CHECK(cancelled(wait_to_be_cancelled) == PTHREAD_CANCELED);
  CHECK(cleaned);
  CHECK(sem_init(&semaphore, 0, 0) == 0);
  CHECK(cancelled(wait_for_permit) == PTHREAD_CANCELED);
  CHECK(cancelled(wait_though_cancelled) == NULL);
  CHECK(sem_destroy(&semaphore) == 0);
}

static int exit_code_of_child(void) {
  int status = 0;
  CHECK(wait(&status) > 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The child has the mutex that its thread had in the parent. The threads that wait there do not exist for it. */
static void test_fork(void) {
  pthread_t team[threads];
  counter = 0;
  CHECK(pthread_mutex_lock(&normal) == 0);
  CHECK(pthread_rwlock_rdlock(&shared) == 0);
  start(team, threads, increment, &normal);
  usleep(20000);
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    CHECK(pthread_mutex_trylock(&normal) == EBUSY);
    CHECK(pthread_mutex_unlock(&normal) == 0);
    CHECK(pthread_rwlock_unlock(&shared) == 0);
    CHECK(pthread_rwlock_trywrlock(&shared) == 0 && pthread_rwlock_unlock(&shared) == 0);
    excludes(&normal);
    hand_over(&normal);
    _exit(17);
  }
  CHECK(exit_code_of_child() == 17);
  CHECK(pthread_rwlock_unlock(&shared) == 0);
  CHECK(pthread_mutex_unlock(&normal) == 0);
  join(team, threads);
  CHECK(counter == (long)threads * rounds);
}

static void* wait_for_mutex(void* mutex) {
  CHECK(pthread_mutex_lock(mutex) == 0);
  CHECK(pthread_mutex_unlock(mutex) == 0);
  return NULL;
}

/* A child of a child of a child: none of them has used the mutex since the first fork. */
static void test_nested_forks(void) {
  enum { depth = 16 };
  pthread_t waiter;
  CHECK(pthread_mutex_lock(&normal) == 0);
  start(&waiter, 1, wait_for_mutex, &normal);
  usleep(20000);
  for (int i = 0; i < depth; ++i) {
    if (fork() != 0) {
      const int code = exit_code_of_child();
      if (i > 0) {
        _exit(code);
      }
      CHECK(code == 0);
      CHECK(pthread_mutex_unlock(&normal) == 0);
      join(&waiter, 1);
      return;
    }
  }
  alarm(30);
  CHECK(pthread_mutex_unlock(&normal) == 0);
  CHECK(pthread_mutex_lock(&normal) == 0);
  _exit(0);
}

/* A program that has all keys for data of threads. The library does not touch them. */
static void* use_all_keys(void* unused) {
  pthread_key_t keys[PTHREAD_KEYS_MAX];
  int count = 0;
  while (count < PTHREAD_KEYS_MAX && pthread_key_create(&keys[count], NULL) == 0) {
    CHECK(pthread_setspecific(keys[count], &keys[count]) == 0);
    ++count;
  }
  CHECK(sem_timedwait(&semaphore, &long_ago) == -1);
  for (int i = 0; i < count; ++i) {
    CHECK(pthread_getspecific(keys[i]) == &keys[i]);
    CHECK(pthread_key_delete(keys[i]) == 0);
  }
  return unused;
}

static void test_keys(void) {
  CHECK(sem_init(&semaphore, 0, 0) == 0);
  in_another_thread(use_all_keys, NULL);
  CHECK(sem_destroy(&semaphore) == 0);
}

/* A thread that has waited in the parent ends, as the last thread of the child. */
static void* fork_and_end(void* unused) {
  CHECK(sem_timedwait(&semaphore, &long_ago) == -1);
  if (fork() == 0) {
    pthread_exit(NULL);
  }
  CHECK(exit_code_of_child() == 0);
  return unused;
}

static void test_fork_in_thread(void) {
  CHECK(sem_init(&semaphore, 0, 0) == 0);
  in_another_thread(fork_and_end, NULL);
  CHECK(sem_destroy(&semaphore) == 0);
}

/* What two processes share. */
struct shared_memory {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_mutex_t robust;
  sem_t semaphore;
  int ready;
};

static void test_process_shared(void) {
  struct shared_memory* memory =
      mmap(NULL, sizeof(*memory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  pthread_mutexattr_t mutex_attributes;
  pthread_condattr_t condition_attributes;
  CHECK(pthread_mutexattr_init(&mutex_attributes) == 0);
  CHECK(pthread_mutexattr_setpshared(&mutex_attributes, PTHREAD_PROCESS_SHARED) == 0);
  CHECK(pthread_mutex_init(&memory->mutex, &mutex_attributes) == 0);
  CHECK(pthread_mutexattr_setrobust(&mutex_attributes, PTHREAD_MUTEX_ROBUST) == 0);
  CHECK(pthread_mutex_init(&memory->robust, &mutex_attributes) == 0);
  CHECK(pthread_condattr_init(&condition_attributes) == 0);
  CHECK(pthread_condattr_setpshared(&condition_attributes, PTHREAD_PROCESS_SHARED) == 0);
  CHECK(pthread_cond_init(&memory->condition, &condition_attributes) == 0);
  CHECK(sem_init(&memory->semaphore, 1, 0) == 0);
  if (fork() == 0) {
    alarm(30);
    CHECK(sem_wait(&memory->semaphore) == 0);
    CHECK(pthread_mutex_lock(&memory->mutex) == 0);
    memory->ready = 1;
    CHECK(pthread_mutex_unlock(&memory->mutex) == 0);
    CHECK(pthread_cond_signal(&memory->condition) == 0);
    CHECK(pthread_mutex_lock(&memory->robust) == 0);
    _exit(0);
  }
  CHECK(pthread_mutex_lock(&memory->mutex) == 0);
  CHECK(sem_post(&memory->semaphore) == 0);
  while (!memory->ready) {
    CHECK(pthread_cond_wait(&memory->condition, &memory->mutex) == 0);
  }
  CHECK(pthread_mutex_unlock(&memory->mutex) == 0);
  CHECK(exit_code_of_child() == 0);
  CHECK(pthread_mutex_lock(&memory->robust) == EOWNERDEAD);
  CHECK(pthread_mutex_consistent(&memory->robust) == 0);
  CHECK(pthread_mutex_unlock(&memory->robust) == 0);
}

static void test_priorities(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  CHECK(pthread_mutexattr_init(&attributes) == 0);
  CHECK(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  CHECK(pthread_mutex_init(&mutex, &attributes) == 0);
  excludes(&mutex);
  CHECK(pthread_mutex_destroy(&mutex) == 0);
}

static int reached;

static void* expect_timeouts(void* unused) {
  CHECK(pthread_mutex_timedlock(&normal, &long_ago) == ETIMEDOUT);
  CHECK(pthread_rwlock_timedrdlock(&shared, &long_ago) == ETIMEDOUT);
  CHECK(sem_timedwait(&semaphore, &long_ago) == -1 && errno == ETIMEDOUT);
  return unused;
}

static void* lock_for_ever(void* unused) {
  CHECK(pthread_mutex_timedlock(&normal, &never) == 0);
  while (!reached) {
    CHECK(pthread_cond_timedwait(&changed, &normal, &never) == 0);
  }
  CHECK(pthread_mutex_unlock(&normal) == 0);
  return unused;
}

static void* acquire_for_ever(void* unused) {
  CHECK(sem_timedwait(&semaphore, &never) == 0);
  return unused;
}

static void* read_for_ever(void* unused) {
  CHECK(pthread_rwlock_timedrdlock(&shared, &never) == 0);
  CHECK(pthread_rwlock_unlock(&shared) == 0);
  return unused;
}

static void test_far_deadlines(void) {
  pthread_t team[3];
  CHECK(sem_init(&semaphore, 0, 0) == 0);
  CHECK(pthread_rwlock_wrlock(&shared) == 0);
  CHECK(pthread_mutex_lock(&normal) == 0);
  in_another_thread(expect_timeouts, NULL);
  start(&team[0], 1, lock_for_ever, NULL);
  start(&team[1], 1, acquire_for_ever, NULL);
  start(&team[2], 1, read_for_ever, NULL);
  usleep(10000);
  CHECK(pthread_mutex_unlock(&normal) == 0);
  usleep(10000);
  CHECK(pthread_mutex_lock(&normal) == 0);
  reached = 1;
  CHECK(pthread_mutex_unlock(&normal) == 0);
  CHECK(pthread_cond_signal(&changed) == 0);
  CHECK(sem_post(&semaphore) == 0);
  CHECK(pthread_rwlock_unlock(&shared) == 0);
  join(team, 3);
  CHECK(sem_destroy(&semaphore) == 0);
}

int main(void) {
  alarm(250); /* a lost wake-up */
  test_keys(); /* first: the library has waited for nothing yet */
  test_static_initialisers();
  test_types();
  test_timed_mutexes();
  test_first_use();
  test_conditions();
  test_rwlocks();
  test_barriers();
  test_short_lived_barriers();
  test_crowded_barrier();
  test_large_barrier();
  test_spin_locks();
  test_semaphores();
  test_far_deadlines();
  test_cancellation();
  test_fork();
  test_nested_forks();
  test_fork_in_thread();
  test_process_shared();
  test_priorities();
  puts("all passed");
  return 0;
}
