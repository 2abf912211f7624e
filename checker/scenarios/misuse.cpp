// Violated preconditions: the call throws and has no effect, whatever other threads do at the same time.

#include <cstdint>
#include <stdexcept>
#include <system_error>

#include <cqs/mutex.h>
#include <cqs/semaphore.h>

#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// The mutex is locked once. Too many threads unlock it, while others try to lock it.
template <options Options>
struct world {
  world() { mutex.lock(); }

  void unlock() {
    try {
      mutex.unlock();
    } catch (const std::system_error&) {
      return;
    }
    unlocked.fetch_add(1, std::memory_order_relaxed);
  }
  void try_lock() {
    if (mutex.try_lock()) {
      locked.fetch_add(1, std::memory_order_relaxed);
    }
  }
  /// Requires that every unlock that did not throw allowed exactly one lock.
  void check() {
    const auto free = unlocked.load(std::memory_order_relaxed) - locked.load(std::memory_order_relaxed);
    require(free == 0 || free == 1, "the number of successful locks does not match the unlocks");
    require(mutex.try_lock() == (free == 1), "an unlock that threw had an effect");
    require(!mutex.try_lock(), "two threads can lock the mutex");
    mutex.unlock();
    require(mutex.try_lock(), "the unlocked mutex cannot be locked");
  }

  basic_mutex<Options, checked> mutex;
  checked::atomic<std::int64_t> unlocked{0};
  checked::atomic<std::int64_t> locked{0};
};

/// Releases beyond the maximum race with threads that take permits.
template <options Options>
struct semaphore_world {
  void release(std::int64_t count) {
    try {
      semaphore.release(count);
    } catch (const std::overflow_error&) {
      return;
    }
    released.fetch_add(count, std::memory_order_relaxed);
  }
  void try_acquire() {
    if (semaphore.try_acquire()) {
      acquired.fetch_add(1, std::memory_order_relaxed);
    }
  }
  void check() {
    auto free = 2 + released.load(std::memory_order_relaxed) - acquired.load(std::memory_order_relaxed);
    require(free >= 0 && free <= 3, "there are more permits than max()");
    for (; free > 0; --free) {
      require(semaphore.try_acquire(), "a permit is lost");
    }
    require(!semaphore.try_acquire(), "a release that threw released a permit");
  }

  counting_semaphore<3, Options, checked> semaphore{2};
  checked::atomic<std::int64_t> released{0};
  checked::atomic<std::int64_t> acquired{0};
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    add_scenario<world>(prefix + ".two_unlocks", "two threads unlock at once, two others call try_lock")
        .thread([](world& w) { w.unlock(); })
        .thread([](world& w) { w.unlock(); })
        .thread([](world& w) { w.try_lock(); })
        .thread([](world& w) { w.try_lock(); })
        .finally([](world& w) { w.check(); });

    using semaphore_world = check::semaphore_world<Options>;
    add_scenario<semaphore_world>(prefix + ".overflow",
                                  "two releases exceed the maximum, two threads take permits")
        .thread([](semaphore_world& w) { w.release(2); })
        .thread([](semaphore_world& w) { w.release(1); })
        .thread([](semaphore_world& w) { w.try_acquire(), w.try_acquire(); })
        .finally([](semaphore_world& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = (for_each_variant_and_order("misuse", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
