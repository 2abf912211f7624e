// The condition variable: no lost and no doubled notification, whatever aborts or throws, and its end of life.

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

#include <cqs/condition_variable.h>
#include <cqs/mutex.h>

#include <checker/registry.h>
#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// A lock with few steps, so that the explorations spend theirs in the condition variable.
class spin_lock {
 public:
  void lock() {
    while (_held.exchange(1, std::memory_order_acquire) == 1) {
      checked::pause();
    }
  }
  void unlock() { _held.store(0, std::memory_order_release); }

 private:
  checked::atomic<std::uint32_t> _held{0};
};

/// The exception of a predicate or of an unlock.
struct refused {};

/// A lock that unlocks, and throws.
struct throwing_lock {
  spin_lock& mutex;
  void lock() { mutex.lock(); }
  void unlock() {
    mutex.unlock();
    throw refused{};
  }
};

/// Letters under a mutex, with a condition variable. The last user may destroy the condition variable.
template <options Options, class Mutex>
struct letters_world {
  using condition = basic_condition_variable<Options, checked>;
  using lock_type = std::unique_lock<Mutex>;

  letters_world() = default;
  letters_world(const letters_world&) = delete;
  letters_world& operator=(const letters_world&) = delete;
  ~letters_world() {
    if (changed != nullptr) {
      destroy();
    }
  }
  void destroy() { checked::destroy(std::exchange(changed, nullptr)); }

  void send() {
    {
      const lock_type lock(mutex);
      ++letters.write();
    }
    changed->notify_one();
  }
  bool try_receive() {
    const bool there = letters.read() > 0;
    letters.write() -= there ? 1 : 0;
    return there;
  }
  void end() {
    const lock_type lock(mutex);
    over.write() = true;
    changed->notify_all();
  }
  void check() {
    require(letters.read() == 0, "a letter was not received");
    require_sound(changed->queue());
  }

  condition* changed = checked::create<condition>();
  Mutex mutex;
  checked::plain<int> letters{0};
  checked::plain<bool> over{false};
  checked::stop_source stop;
};

template <options Options>
struct thread_world : letters_world<Options, spin_lock> {
  using lock_type = std::unique_lock<spin_lock>;

  void receive() {
    lock_type lock(this->mutex);
    this->changed->wait(lock, [this] { return this->try_receive(); });
    require(lock.owns_lock(), "the wait has locked again");
  }
  /// Receives a letter and sends another, or is stopped.
  void receive_or_stop() {
    lock_type lock(this->mutex);
    const bool received =
        this->changed->wait(lock, this->stop.get_token(), [this] { return this->try_receive(); });
    lock.unlock();
    if (received) {
      this->send();
    }
  }
  void receive_soon() {
    lock_type lock(this->mutex);
    const bool received = this->changed->wait_for(lock, soon, [this] { return this->try_receive(); });
    lock.unlock();
    if (received) {
      this->send();
    }
  }
  void receive_soon_or_stop() {
    lock_type lock(this->mutex);
    const bool received =
        this->changed->wait_for(lock, this->stop.get_token(), soon, [this] { return this->try_receive(); });
    lock.unlock();
    if (received) {
      this->send();
    }
  }
  void wait_soon() {
    lock_type lock(this->mutex);
    const bool was_notified = this->changed->wait_for(lock, soon) == std::cv_status::no_timeout;
    notified.write() += was_notified ? 1 : 0;
  }
  void await_end() {
    lock_type lock(this->mutex);
    this->changed->wait(lock, [this] { return this->over.read(); });
  }
  /// Waits once unless it is too late. Then it does not use the condition variable again.
  template <class Wait>
  void meet_end(Wait wait) {
    lock_type lock(this->mutex);
    if (!this->over.read()) {
      wait(lock);
    }
  }
  /// A predicate that throws when there is a letter, so that another waiter has to receive the letter.
  void refuse_letter() {
    lock_type lock(this->mutex);
    try {
      this->changed->wait(lock, [this] {
        if (this->letters.read() > 0) {
          throw refused{};
        }
        return this->over.read();
      });
    } catch (const refused&) {
    }
    require(lock.owns_lock(), "the lock is held after an exception");
  }
  void fail_to_unlock() {
    this->mutex.lock();
    throwing_lock lock{this->mutex};
    try {
      this->changed->wait(lock);
      require(false, "the exception of the unlock was lost");
    } catch (const refused&) {
    }
  }

  checked::plain<int> notified{0};
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = thread_world<Options>;

    add_scenario<world>(prefix + ".letters", "two letters for two waiters")
        .thread([](world& w) {
          w.send();
          w.send();
        })
        .thread([](world& w) { w.receive(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".one", "one notification ends at most one of two waits")
        .thread([](world& w) { w.changed->notify_one(); })
        .thread([](world& w) { w.wait_soon(); })
        .thread([](world& w) { w.wait_soon(); })
        .finally([](world& w) {
          require(w.notified.read() <= 1, "one notification ended two waits");
          w.check();
        });

    add_scenario<world>(prefix + ".all", "notify_all against two waits that begin")
        .thread([](world& w) { w.end(); })
        .thread([](world& w) { w.await_end(); })
        .thread([](world& w) { w.await_end(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".timeout", "a timeout against the notification that another waiter needs")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.receive_soon(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a stop request against the notification that another waiter needs")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.receive_or_stop(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop_or_timeout", "a wait has a deadline and a stop token")
        .thread([](world& w) {
          w.stop.request_stop();
          w.send();
        })
        .thread([](world& w) { w.receive_soon_or_stop(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".throws", "a predicate throws while a letter arrives")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.refuse_letter(); })
        .thread([](world& w) {
          w.receive();
          w.end();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".unlock_throws",
                        "an unlock throws when the wait has its place in the queue")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.fail_to_unlock(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".end", "the notifier destroys the object while the wait returns")
        .thread([](world& w) {
          w.end();
          w.destroy();
        })
        .thread([](world& w) { w.meet_end([&](auto& lock) { w.changed->wait(lock); }); });

    add_scenario<world>(prefix + ".end_under_lock",
                        "the notifier destroys the object while it holds the lock")
        .thread([](world& w) {
          const std::unique_lock lock(w.mutex);
          w.over.write() = true;
          w.changed->notify_all();
          w.destroy();
        })
        .thread([](world& w) { w.meet_end([&](auto& lock) { w.changed->wait(lock); }); });

    add_scenario<world>(prefix + ".end_after_abort",
                        "the notifier destroys the object while the wait times out")
        .thread([](world& w) {
          w.end();
          w.destroy();
        })
        .thread([](world& w) {
          w.meet_end([&](auto& lock) { static_cast<void>(w.changed->wait_for(lock, soon)); });
        });
  }
};

/// Waits that have begun before the threads start.
template <options Options>
struct requests_world {
  using condition = basic_condition_variable<Options, checked>;

  static bool is_granted(typename condition::request_type& wait) {
    return wait.status() == request_status::granted;
  }

  condition changed;
  typename condition::request_type first = changed.wait_request();
  typename condition::request_type second = changed.wait_request();
  typename condition::request_type third = changed.wait_request();
};

struct add_request_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = requests_world<Options>;

    add_scenario<world>(prefix + ".fifo", "two notifications end the waits that came first")
        .thread([](world& w) { w.changed.notify_one(); })
        .thread([](world& w) { w.changed.notify_one(); })
        .finally([](world& w) {
          require(w.is_granted(w.first) && w.is_granted(w.second), "a notification is lost");
          require(!w.is_granted(w.third), "a notification has doubled");
        });

    add_scenario<world>(prefix + ".passed_on",
                        "a notification passes to the next waiter if the first one aborts")
        .thread([](world& w) { w.changed.notify_one(); })
        .thread([](world& w) {
          const bool aborted = w.first.cancel();
          require(aborted || w.is_granted(w.first), "a wait that is too late is notified");
        })
        .finally([](world& w) {
          require(w.is_granted(w.first) != w.is_granted(w.second), "not exactly one waiter is notified");
          require(!w.is_granted(w.third), "the notification has doubled");
        });

    add_scenario<world>(prefix + ".all_or_abort", "notify_all against two aborts: each waiter ends one way")
        .thread([](world& w) { w.changed.notify_all(); })
        .thread([](world& w) { w.second.cancel(); })
        .thread([](world& w) { w.third.cancel(); })
        .finally([](world& w) {
          require(w.is_granted(w.first), "a waiter that stays is notified");
          require(w.second.status() != request_status::waiting, "the second wait has not ended");
          require(w.third.status() != request_status::waiting, "the third wait has not ended");
          require_sound(w.changed.queue());
        });
  }
};

/// One wait that has begun.
template <options Options>
struct request_world {
  using condition = basic_condition_variable<Options, checked>;

  condition changed;
  typename condition::request_type only = changed.wait_request();
};

struct add_forgotten {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = request_world<Options>;

    add_scenario<world>(prefix + ".forgotten", "a notification that finds no waiter is forgotten")
        .thread([](world& w) { w.changed.notify_one(); })
        .thread([](world& w) { w.only.cancel(); })
        .finally([](world& w) {
          require(w.only.status() != request_status::waiting, "the wait has not ended");
          w.changed.notify_one();
          auto next = w.changed.wait_request();
          require(next.status() == request_status::waiting, "an old notification ended a new wait");
        });
  }
};

template <options Options>
struct coroutine_world : letters_world<Options, basic_mutex<Options, checked>> {
  using lock_type = std::unique_lock<basic_mutex<Options, checked>>;

  coroutine receive() {
    lock_type lock(this->mutex);
    while (!this->try_receive()) {
      co_await this->changed->async_wait(lock);
      require(lock.owns_lock(), "the coroutine has the mutex again");
    }
  }
  /// Receives a letter and sends another, or is stopped.
  coroutine receive_or_stop() {
    lock_type lock(this->mutex);
    bool notified = true;
    bool received = this->try_receive();
    while (!received && notified) {
      notified = co_await this->changed->async_wait(lock, this->stop.get_token());
      received = this->try_receive();
    }
    lock.unlock();
    if (received) {
      this->send();
    }
  }
};

struct add_coroutine_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = coroutine_world<Options>;

    add_scenario<world>(prefix + ".coroutines", "two letters for two coroutines")
        .thread([](world& w) {
          w.send();
          w.send();
        })
        .thread([](world& w) { w.receive(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".coroutine_stop", "a stop request against a notification, for coroutines")
        .thread([](world& w) { w.send(); })
        .thread([](world& w) { w.receive_or_stop(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .thread([](world& w) { w.receive(); })
        .finally([](world& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = [] {
  for_each_segment_size("condition_variable", add_scenarios{});
  for_each_segment_size("condition_variable", add_request_scenarios{});
  for_each_segment_size("condition_variable", add_forgotten{});
  for_each_segment_size("condition_variable", add_coroutine_scenarios{});
  return true;
}();

}  // namespace
}  // namespace cqs::check
