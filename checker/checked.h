#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <typeinfo>
#include <utility>

#include <cqs/platform/platform.h>

#include <checker/engine/execution.h>
#include <checker/platform/atomic.h>
#include <checker/platform/clock.h>
#include <checker/platform/plain.h>
#include <checker/platform/stop_token.h>

namespace cqs::check {

/// The checked platform: a scheduler controls every atomic access, every sleep, every object and the clock.
///
/// Only code inside a scenario may use it: see `checker/README.md`.
struct checked {
  template <class T>
  using atomic = check::atomic<T>;
  template <class T>
  using plain = check::plain<T>;

  using clock = check::clock;
  using stop_token = check::stop_token;
  using stop_source = check::stop_source;
  template <class Callback>
  using stop_callback = check::stop_callback<Callback>;

  /// Busy-waits for another thread. The thread may continue at once. After a few pauses it does not run until
  /// another thread writes.
  static void pause(site where = site::current()) noexcept {
    if (execution* const now = execution::active()) {
      now->pause(false, where);
    }
  }

  /// The thread does not run until another thread writes, or no other thread can run.
  static void yield(site where = site::current()) noexcept {
    if (execution* const now = execution::active()) {
      now->pause(true, where);
    }
  }

  static unsigned processors() noexcept { return 2; }

  static std::size_t thread_number() noexcept {
    const execution* const now = execution::active();
    return now == nullptr ? 0 : now->current();
  }

  /// A point at which threads can interleave, for the code of scenarios.
  static void step(const char* label, site where = site::current()) noexcept;

  static void futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected,
                         site where = site::current()) noexcept;
  static bool futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time, site where = site::current()) noexcept;
  static void futex_wake_one(const atomic<std::uint32_t>* address, site where = site::current()) noexcept;

  template <class T, class... Args>
  static T* create(Args&&... args) {
    execution* const now = execution::active();
    if (now == nullptr) {
      return new T(std::forward<Args>(args)...);
    }
    void* const memory = now->allocate(sizeof(T), alignof(T), typeid(T));
    try {
      return new (memory) T(std::forward<Args>(args)...);
    } catch (...) {
      now->begin_free(memory);
      throw;
    }
  }

  template <class T>
  static void destroy(T* object) noexcept {
    execution* const now = execution::active();
    if (now == nullptr) {
      delete object;
      return;
    }
    now->begin_free(object);
    object->~T();
  }

  template <class T>
  static T* create_array(std::size_t count) {
    execution* const now = execution::active();
    if (now == nullptr) {
      return new T[count];
    }
    T* const objects = static_cast<T*>(now->allocate(count * sizeof(T), alignof(T), typeid(T[])));
    for (std::size_t i = 0; i < count; ++i) {
      new (objects + i) T();
    }
    return objects;
  }

  template <class T>
  static void destroy_array(T* objects, std::size_t count) noexcept {
    execution* const now = execution::active();
    if (now == nullptr) {
      delete[] objects;
      return;
    }
    now->begin_free(objects);
    for (std::size_t i = count; i > 0; --i) {
      objects[i - 1].~T();
    }
  }

  /// Makes the n-th following `create` of this thread throw `std::bad_alloc`.
  static void fail_allocation(std::uint32_t nth = 1) noexcept {
    if (execution* const now = execution::active()) {
      now->fail_allocation(nth);
    }
  }
};

static_assert(platform<checked>);

}  // namespace cqs::check
