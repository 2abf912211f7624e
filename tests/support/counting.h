#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

#include <cqs/platform/native.h>

namespace cqs::tests {

/// The native platform with counters: it counts the atomic accesses of the calling thread, and the objects
/// created and destroyed. Tests can make creation fail.
struct counting : native {
  static inline thread_local std::uint64_t steps = 0;
  static inline std::atomic<std::int64_t> live_objects = 0;
  /// The number of objects that can still be created.
  static inline std::atomic<std::int64_t> memory = std::numeric_limits<std::int64_t>::max();

  template <class T>
  class atomic : public std::atomic<T> {
    using base = std::atomic<T>;

   public:
    constexpr atomic() noexcept = default;
    constexpr atomic(T value) noexcept : base(value) {}  // NOLINT(google-explicit-constructor): as std's

    T load(std::memory_order order) const noexcept { return ++steps, base::load(order); }
    void store(T value, std::memory_order order) noexcept { ++steps, base::store(value, order); }
    T exchange(T value, std::memory_order order) noexcept { return ++steps, base::exchange(value, order); }
    T fetch_add(T value, std::memory_order order) noexcept { return ++steps, base::fetch_add(value, order); }
    T fetch_sub(T value, std::memory_order order) noexcept { return ++steps, base::fetch_sub(value, order); }
    T fetch_or(T value, std::memory_order order) noexcept { return ++steps, base::fetch_or(value, order); }
    template <class... Orders>
    bool compare_exchange_strong(T& expected, T value, Orders... orders) noexcept {
      return ++steps, base::compare_exchange_strong(expected, value, orders...);
    }
    template <class... Orders>
    bool compare_exchange_weak(T& expected, T value, Orders... orders) noexcept {
      return ++steps, base::compare_exchange_weak(expected, value, orders...);
    }
  };

  template <class T, class... Args>
  static T* create(Args&&... args) {
    take_memory();
    try {
      return native::create<T>(std::forward<Args>(args)...);
    } catch (...) {
      --live_objects;
      throw;
    }
  }

  template <class T>
  static void destroy(T* object) noexcept {
    native::destroy(object);
    --live_objects;
  }

  template <class T>
  static T* create_array(std::size_t count) {
    take_memory();
    return native::create_array<T>(count);
  }

  template <class T>
  static void destroy_array(T* objects, std::size_t count) noexcept {
    native::destroy_array(objects, count);
    --live_objects;
  }

  /// Returns the number of steps that `action` takes in this thread.
  template <class Action>
  static std::uint64_t steps_of(Action&& action) {
    const std::uint64_t before = steps;
    action();
    return steps - before;
  }

 private:
  static void take_memory() {
    if (memory.fetch_sub(1) <= 0) {
      memory.fetch_add(1);
      throw std::bad_alloc();
    }
    ++live_objects;
  }
};

static_assert(platform<counting>);

}  // namespace cqs::tests
