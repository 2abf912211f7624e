// Calls that Clang's -Wthread-safety understands. With WRONG, each function breaks its discipline once;
// thread_safety.sh counts the warnings.

#include <chrono>

#include <cqs/barrier.h>
#include <cqs/lock.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

namespace {

cqs::mutex mutex;
cqs::mutex other;
cqs::shared_mutex shared;
int guarded_by_mutex __attribute__((guarded_by(mutex))) = 0;
int guarded_by_other __attribute__((guarded_by(other))) = 0;
int guarded_by_shared __attribute__((guarded_by(shared))) = 0;

void lock_and_write() {
#ifndef WRONG
  mutex.lock();
#endif
  ++guarded_by_mutex;
#ifndef WRONG
  mutex.unlock();
#endif
}

void forget_to_unlock() {
  mutex.lock();
#ifndef WRONG
  mutex.unlock();
#endif
}

void try_and_write() {
  if (mutex.try_lock_for(std::chrono::milliseconds(1))) {
    ++guarded_by_mutex;
    mutex.unlock();
  }
#ifdef WRONG
  ++guarded_by_mutex;
#endif
}

void read_and_write() {
  shared.lock_shared();
#ifdef WRONG
  ++guarded_by_shared;
#else
  static_cast<void>(guarded_by_shared);
#endif
  shared.unlock_shared();
}

void lock_both() {
  cqs::lock(mutex, other);
  ++guarded_by_mutex;
  ++guarded_by_other;
  other.unlock();
#ifdef WRONG
  other.unlock();
#endif
  mutex.unlock();
}

}  // namespace

int main() {
  lock_and_write();
  forget_to_unlock();
  try_and_write();
  read_and_write();
  lock_both();
}
