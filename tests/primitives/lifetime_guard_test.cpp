// The standard's note on the destruction of a mutex: an object contains its own mutex and, guarded by it, the
// number of its users. The last user to unlock destroys the object, although an earlier `unlock` may not have
// returned yet. Waits are aborted as well.

#include <atomic>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>
#include <tests/primitives/lifetime.h>
#include <tests/support/variants.h>

namespace {

using cqs::tests::team_size;
using cqs::tests::user;

constexpr cqs::options by_default;
constexpr cqs::options one_cell{.segment_size = 1};
constexpr cqs::options sync{.resumption = cqs::resumption::sync, .segment_size = 2};
constexpr cqs::options simple{.cancellation = cqs::cancellation::simple, .segment_size = 2};
constexpr cqs::options overtaking{.segment_size = 2, .order = cqs::bounded_overtaking(2)};

/// A wait for a lock, of a kind chosen at random.
bool lock_or_give_up(auto& mutex, user& self) {
  return self.patience.wait(
      [&] {
        mutex.lock();
        return true;
      },
      [&](auto timeout) { return mutex.try_lock_for(timeout); },
      [&](const auto& stop) { return mutex.lock(stop); });
}

template <cqs::options Options>
struct mutex_guard {
  static constexpr const char* name = "mutex";
  static constexpr cqs::options variant = Options;

  bool lock(user& self) { return lock_or_give_up(mutex, self); }
  void unlock() { mutex.unlock(); }

  cqs::basic_mutex<Options> mutex;
};

struct shared_mutex_guard {
  static constexpr const char* name = "shared_mutex";
  static constexpr cqs::options variant = by_default;

  bool lock(user& self) { return lock_or_give_up(mutex, self); }
  void unlock() { mutex.unlock(); }

  cqs::shared_mutex mutex;
};

/// The wait is a request that is cancelled immediately or after a while.
struct request_guard {
  static constexpr const char* name = "mutex_by_request";
  static constexpr cqs::options variant = by_default;

  bool lock(user& self) {
    auto request = mutex.lock_request();
    self.patience.wait([&] { return request.status() == cqs::request_status::granted; },
                       [&](auto timeout) { return request.wait_for(timeout); },
                       [&](const auto& stop) { return request.wait(stop); });
    if (request.cancel() || request.status() == cqs::request_status::cancelled) {
      return false;
    }
    request.get();
    return true;
  }
  void unlock() { mutex.unlock(); }

  cqs::mutex mutex;
};

template <cqs::options Options>
struct semaphore_guard {
  static constexpr const char* name = "semaphore";
  static constexpr cqs::options variant = Options;

  bool lock(user& self) {
    return self.patience.wait(
        [this] {
          semaphore.acquire();
          return true;
        },
        [this](auto timeout) { return semaphore.try_acquire_for(timeout); },
        [this](const auto& stop) { return semaphore.acquire(stop); });
  }
  void unlock() { semaphore.release(); }

  cqs::counting_semaphore<1, Options> semaphore{1};
};

/// A pool of one element is a lock: the user with the element holds it.
template <class Pool>
struct pool_guard {
  pool_guard() { pool.put(1); }

  bool lock(user& self) {
    return self.patience
        .wait([this] { return std::optional<int>(pool.take()); },
              [this](auto timeout) { return pool.take_for(timeout); },
              [this](const auto& stop) { return pool.take(stop); })
        .has_value();
  }
  void unlock() { pool.put(1); }

  Pool pool;
};

template <cqs::options Options>
struct queue_pool_guard : pool_guard<cqs::queue_pool<int, Options>> {
  static constexpr const char* name = "queue_pool";
  static constexpr cqs::options variant = Options;
};

template <cqs::options Options>
struct stack_pool_guard : pool_guard<cqs::stack_pool<int, Options>> {
  static constexpr const char* name = "stack_pool";
  static constexpr cqs::options variant = Options;
};

template <class Guard>
struct guarded : cqs::tests::mortal {
  /// Called with the lock held.
  void unlock_and_leave() {
    const bool last = --users == 0;
    guard.unlock();
    if (last) {
      cqs::tests::destroy(*this);
    }
  }

  Guard guard;
  std::size_t users = team_size;
};

template <class Guard>
class lifetime_of_a_guard : public testing::Test {};

using guards =
    testing::Types<mutex_guard<by_default>, mutex_guard<one_cell>, mutex_guard<sync>, mutex_guard<simple>,
                   request_guard, semaphore_guard<by_default>, semaphore_guard<one_cell>,
                   queue_pool_guard<by_default>, queue_pool_guard<one_cell>, stack_pool_guard<by_default>,
                   stack_pool_guard<one_cell>, shared_mutex_guard, mutex_guard<overtaking>,
                   semaphore_guard<overtaking>, queue_pool_guard<overtaking>, stack_pool_guard<overtaking>>;

struct guard_name {
  template <class Guard>
  static std::string GetName(int index) {
    return std::string(Guard::name) + "_" + cqs::tests::variant_name::GetName<Guard>(index);
  }
};
TYPED_TEST_SUITE(lifetime_of_a_guard, guards, guard_name);

TYPED_TEST(lifetime_of_a_guard, ends_with_the_last_unlock) {
  cqs::tests::use_up<guarded<TypeParam>>([](auto& object, user& self) {
    while (!object.guard.lock(self)) {
    }
    object.unlock_and_leave();
  });
}

/// Runs when called, and frees its frame when it ends.
struct detached {
  struct promise_type {
    detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

using guarded_by_mutex = guarded<mutex_guard<by_default>>;

/// Continues in the thread that unlocks or requests the stop, and there destroys the object.
detached leave_as_coroutine(guarded_by_mutex& object, user& self, std::atomic<bool>& done) {
  for (bool locked = false; !locked;) {
    const auto stop = self.patience.one_in(4) ? std::stop_token() : self.fresh_token();
    locked = co_await object.guard.mutex.async_lock(stop);
  }
  object.unlock_and_leave();
  done.store(true);
}

TEST(lifetime_of_a_mutex, ends_with_the_last_unlock_of_a_coroutine) {
  cqs::tests::use_up<guarded_by_mutex>([](guarded_by_mutex& object, user& self) {
    std::atomic<bool> done = false;
    leave_as_coroutine(object, self, done);
    while (!done) {
      std::this_thread::yield();
    }
  });
}

}  // namespace
