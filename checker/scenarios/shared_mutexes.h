#pragma once

#include <cqs/shared_mutex.h>

#include <checker/history/specifications/shared_mutex.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {

/// Readers and writers of one readers-writer lock. Writers change plain data, which readers look at.
template <options Options>
struct readers_and_writers {
  using mutex_type = basic_shared_mutex<Options, checked>;
  using specification = shared_mutex_specification;

  void write() {
    auto call = calls.begin(specification::lock);
    mutex.lock();
    call.returns();
    change_and_unlock();
  }
  void write_after_a_while() {
    auto call = calls.begin(specification::lock);
    const bool locked = mutex.try_lock_for(soon);
    call.ends(locked);
    if (locked) {
      change_and_unlock();
    }
  }
  void change_and_unlock() {
    ++data.write();
    auto call = calls.begin(specification::unlock);
    mutex.unlock();
    call.returns();
  }
  void read() {
    auto call = calls.begin(specification::lock_shared);
    mutex.lock_shared();
    call.returns();
    look_and_unlock();
  }
  void read_after_a_while() {
    auto call = calls.begin(specification::lock_shared);
    const bool locked = mutex.try_lock_shared_for(soon);
    call.ends(locked);
    if (locked) {
      look_and_unlock();
    }
  }
  void look_and_unlock() {
    static_cast<void>(data.read());
    auto call = calls.begin(specification::unlock_shared);
    mutex.unlock_shared();
    call.returns();
  }
  void check() {
    require_linearizable(calls, specification{});
    require_sound(mutex.readers());
    require_sound(mutex.writers());
    require(mutex.try_lock(), "the lock is lost");
  }

  mutex_type mutex;
  checked::plain<int> data{0};
  history calls;
};

}  // namespace cqs::check
