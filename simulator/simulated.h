#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <stop_token>
#include <typeinfo>
#include <utility>

#include <cqs/platform/platform.h>

#include "simulator/engine/simulation.h"
#include "simulator/platform/atomic.h"
#include "simulator/platform/clock.h"
#include "simulator/platform/plain.h"

namespace cqs::simulator {

/// The simulated platform: every step takes the virtual time that it would take on the simulated machine.
///
/// Stop tokens are those of std and cost no time. `request_stop` must not race with the destruction of a
/// callback, because std's callbacks distinguish threads of the operating system, not simulated threads.
struct simulated {
  template <class T>
  using atomic = simulator::atomic<T>;
  template <class T>
  using plain = simulator::plain<T>;

  using clock = simulator::clock;
  using stop_token = std::stop_token;
  template <class Callback>
  using stop_callback = std::stop_callback<Callback>;

  static void pause() noexcept {
    if (simulation* const here = simulation::active()) {
      here->pause();
    }
  }
  static void yield() noexcept {
    if (simulation* const here = simulation::active()) {
      here->yield();
    }
  }

  /// Tells threads apart, for algorithms that keep something for each.
  static std::size_t thread_index() noexcept {
    simulation* const here = simulation::active();
    return here == nullptr ? 0 : here->current().index;
  }

  static unsigned processors() noexcept {
    simulation* const here = simulation::active();
    return here == nullptr ? 1 : static_cast<unsigned>(here->machine().processors().size());
  }

  static std::size_t thread_number() noexcept {
    const simulation* const here = simulation::active();
    return here == nullptr ? 0 : here->current().index;
  }

  static void futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected,
                         fibers::site where = fibers::site::current()) noexcept {
    if (simulation* const here = simulation::active()) {
      here->futex_wait(word.word(), expected, where);
    }
  }
  static bool futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time,
                               fibers::site where = fibers::site::current()) noexcept {
    simulation* const here = simulation::active();
    return here != nullptr && here->futex_wait_until(word.word(), expected, clock::to_simulated(time), where);
  }
  static void futex_wake_one(const atomic<std::uint32_t>* address) noexcept {
    if (simulation* const here = simulation::active()) {
      here->futex_wake_one(address);
    }
  }

  template <class T, class... Args>
  static T* create(Args&&... args) {
    void* const memory = allocate(sizeof(T), alignof(T), typeid(T));
    try {
      return new (memory) T(std::forward<Args>(args)...);
    } catch (...) {
      free(memory, sizeof(T), alignof(T), typeid(T));
      throw;
    }
  }
  template <class T>
  static void destroy(T* object) noexcept {
    object->~T();
    free(object, sizeof(T), alignof(T), typeid(T));
  }

  template <class T>
  static T* create_array(std::size_t count) {
    T* const objects = static_cast<T*>(allocate(count * sizeof(T), alignof(T), typeid(T)));
    for (std::size_t i = 0; i < count; ++i) {
      new (objects + i) T();
    }
    return objects;
  }
  template <class T>
  static void destroy_array(T* objects, std::size_t count) noexcept {
    for (std::size_t i = count; i > 0; --i) {
      objects[i - 1].~T();
    }
    free(objects, count * sizeof(T), alignof(T), typeid(T));
  }

 private:
  static void* allocate(std::size_t size, std::size_t alignment, const std::type_info& type) {
    simulation* const here = simulation::active();
    return here == nullptr ? ::operator new (size, std::align_val_t{alignment})
                           : here->allocate(size, alignment, type);
  }
  static void free(void* memory, std::size_t size, std::size_t alignment,
                   const std::type_info& type) noexcept {
    simulation* const here = simulation::active();
    here == nullptr ? ::operator delete (memory, std::align_val_t{alignment})
                    : here->free(memory, size, type);
  }
};

static_assert(platform<simulated>);

}  // namespace cqs::simulator
