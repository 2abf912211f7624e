// The counterparts of Java's AbstractQueuedSynchronizer and of the primitives on top of it.

#include <mutex>
#include <optional>

#include <baselines/aqs/array_blocking_queue.h>
#include <baselines/aqs/condition.h>
#include <baselines/aqs/cyclic_barrier.h>
#include <baselines/aqs/latch.h>
#include <baselines/aqs/linked_blocking_queue.h>
#include <baselines/aqs/mutex.h>
#include <baselines/aqs/semaphore.h>

#include <checker/history/specifications/latch.h>
#include <checker/scenarios/barriers.h>
#include <checker/scenarios/mutexes.h>

namespace cqs::check {
namespace {

namespace aqs = baselines::aqs;
using aqs::fairness;

template <class Synchronizer>
void require_nobody_queued(const Synchronizer& synchronizer, site where = site::current()) {
  require(synchronizer.queue_length() == 0, "a waiter is left in the queue", where);
}

constexpr barging barging_of(fairness fairness) {
  return fairness == fairness::fair ? barging::by_try : barging::by_everybody;
}

template <fairness Fairness>
struct guarded : mutex_world<aqs::mutex<Fairness, checked>, waiting::asleep, barging_of(Fairness)> {
  void check() {
    require_nobody_queued(this->mutex);
    guarded::mutex_world::check();
  }
};

/// A semaphore without permits.
template <fairness Fairness>
struct permits {
  using specification = semaphore_specification;

  void acquire() {
    auto call = calls.begin(specification::acquire);
    semaphore.acquire();
    call.returns();
  }
  bool acquire_soon() {
    auto call = calls.begin(specification::acquire);
    const bool success = semaphore.try_acquire_for(soon);
    call.ends(success);
    return success;
  }
  bool acquire_unless_stopped() {
    auto call = calls.begin(specification::acquire);
    const bool success = semaphore.acquire(stop.get_token());
    call.ends(success);
    return success;
  }
  void release(int number = 1) {
    auto call = calls.begin(specification::release, number);
    semaphore.release(number);
    call.returns();
  }
  void use() {
    acquire();
    release();
  }
  void give_up() {
    if (acquire_soon()) {
      release();
    }
  }

  void check(int left) {
    require_nobody_queued(semaphore);
    require_linearizable(calls, specification{.permits = 0, .barging = barging_of(Fairness)});
    for (int i = 0; i < left; ++i) {
      require(semaphore.try_acquire(), "a permit is lost");
    }
    require(!semaphore.try_acquire(), "there is one permit too many");
  }

  aqs::semaphore<Fairness, checked> semaphore{0};
  checked::stop_source stop;
  history calls;
};

template <fairness Fairness>
void add_semaphore(const std::string& prefix) {
  using world = permits<Fairness>;
  add_scenario<world>(prefix + ".hand_over", "a permit goes to one of two waiters, then to the other")
      .thread([](world& w) { w.release(); })
      .thread([](world& w) { w.use(); })
      .thread([](world& w) { w.use(); })
      .finally([](world& w) { w.check(1); });

  add_scenario<world>(prefix + ".many_permits", "one release of two permits wakes two waiters")
      .thread([](world& w) { w.release(2); })
      .thread([](world& w) { w.acquire(); })
      .thread([](world& w) { w.acquire(); })
      .finally([](world& w) { w.check(0); });

  add_scenario<world>(prefix + ".stop", "a stop request aborts one of two waiters before the release")
      .thread([](world& w) {
        w.stop.request_stop();
        w.release();
      })
      .thread([](world& w) {
        if (w.acquire_unless_stopped()) {
          w.release();
        }
      })
      .thread([](world& w) { w.use(); })
      .finally([](world& w) { w.check(1); });

  add_scenario<world>(prefix + ".deadline", "one of two waiters times out, and the permit goes to the other")
      .thread([](world& w) { w.release(); })
      .thread([](world& w) { w.give_up(); })
      .thread([](world& w) { w.use(); })
      .finally([](world& w) { w.check(1); });
}

/// Section 6.5 of the paper: concurrent aborts can leave Java's queue in a bad state. Every later pass over
/// the queue then restarts forever, and a release finds no waiter to wake. Fairness makes no difference.
void add_storms(const std::string& prefix) {
  using world = permits<fairness::unfair>;
  add_scenario<world>(prefix + ".storm", "all three waiters time out")
      .thread([](world& w) { w.give_up(); })
      .thread([](world& w) { w.give_up(); })
      .thread([](world& w) { w.give_up(); })
      .finally([](world& w) { w.check(0); });

  add_scenario<world>(prefix + ".storm_again", "two waiters time out and wait again")
      .thread([](world& w) { w.give_up(), w.give_up(); })
      .thread([](world& w) { w.give_up(), w.give_up(); })
      .finally([](world& w) { w.check(0); });

  add_scenario<world>(prefix + ".storm_and_release",
                      "two of three waiters time out, the third gets the permit")
      .thread([](world& w) { w.release(); })
      .thread([](world& w) { w.give_up(); })
      .thread([](world& w) { w.give_up(); })
      .thread([](world& w) { w.use(); })
      .finally([](world& w) { w.check(1); });
}

struct latched {
  using specification = latch_specification;

  explicit latched(int count = 1) : latch(count), expected(count) {}

  void count_down(int number = 1) {
    auto call = calls.begin(specification::count_down, number);
    latch.count_down(number);
    call.returns();
  }
  void wait() {
    auto call = calls.begin(specification::wait);
    latch.wait();
    call.returns();
  }
  void check() {
    require(latch.try_wait(), "the latch is not open");
    require_nobody_queued(latch);
    require_linearizable(calls, specification{.expected = expected});
  }

  aqs::latch<checked> latch;
  std::int64_t expected;
  history calls;
};

void add_latch() {
  add_scenario<latched>("aqs.latch.waiters", "two threads wait for one count_down")
      .thread([](latched& w) { w.count_down(); })
      .thread([](latched& w) { w.wait(); })
      .thread([](latched& w) { w.wait(); })
      .finally([](latched& w) { w.check(); });

  add_scenario<latched>("aqs.latch.counts", "two threads count down, one waits")
      .world(2)
      .thread([](latched& w) { w.count_down(); })
      .thread([](latched& w) { w.count_down(); })
      .thread([](latched& w) { w.wait(); })
      .finally([](latched& w) { w.check(); });

  add_scenario<latched>("aqs.latch.deadline", "one of two waiters times out")
      .world(2)
      .thread([](latched& w) { w.count_down(2); })
      .thread([](latched& w) {
        auto call = w.calls.begin(latch_specification::wait);
        call.ends(w.latch.wait_for(soon));
      })
      .thread([](latched& w) { w.wait(); })
      .finally([](latched& w) { w.check(); });
}

/// A number of tokens protected by a mutex, and a condition variable for threads that want a token.
struct tokens {
  using mutex_type = aqs::mutex<fairness::unfair, checked>;

  void put() {
    const std::lock_guard guard(mutex);
    ++number_left.write();
    changed.signal();
  }
  void put_and_signal_all(int number) {
    const std::lock_guard guard(mutex);
    number_left.write() += number;
    changed.signal_all();
  }
  void take() {
    const std::lock_guard guard(mutex);
    while (number_left.read() == 0) {
      changed.await();
    }
    --number_left.write();
  }
  /// Waits for a token, or until `await` returns false, which means an abort. Leaves the token to the next
  /// waiter.
  template <class Await>
  void borrow_unless(Await await) {
    const std::lock_guard guard(mutex);
    while (number_left.read() == 0) {
      if (!await()) {
        return;
      }
    }
    changed.signal();
  }
  void check() {
    require_nobody_queued(mutex);
    require(mutex.try_lock(), "the mutex is not free");
    changed.signal_all();
    mutex.unlock();
  }

  mutex_type mutex;
  aqs::condition<mutex_type> changed{mutex};
  checked::plain<int> number_left{0};
  checked::stop_source stop;
};

void add_condition() {
  add_scenario<tokens>("aqs.condition.one", "one thread waits for a signal")
      .thread([](tokens& w) { w.take(); })
      .thread([](tokens& w) { w.put(); })
      .finally([](tokens& w) { w.check(); });

  add_scenario<tokens>("aqs.condition.two", "two threads wait, and each gets a signal")
      .thread([](tokens& w) { w.take(); })
      .thread([](tokens& w) { w.take(); })
      .thread([](tokens& w) { w.put(), w.put(); })
      .finally([](tokens& w) { w.check(); });

  add_scenario<tokens>("aqs.condition.all", "two threads wait, and one signal_all wakes both")
      .thread([](tokens& w) { w.take(); })
      .thread([](tokens& w) { w.take(); })
      .thread([](tokens& w) { w.put_and_signal_all(2); })
      .finally([](tokens& w) { w.check(); });

  // There is one token and one signal for it: an aborting waiter must not consume the signal.
  add_scenario<tokens>("aqs.condition.stop",
                       "a stop request aborts one of two threads that wait for a signal")
      .thread([](tokens& w) { w.borrow_unless([&] { return w.changed.await(w.stop.get_token()); }); })
      .thread([](tokens& w) { w.take(); })
      .thread([](tokens& w) {
        w.stop.request_stop();
        w.put();
      })
      .finally([](tokens& w) { w.check(); });

  add_scenario<tokens>("aqs.condition.deadline", "one of two threads that wait for a signal times out")
      .thread([](tokens& w) { w.borrow_unless([&] { return w.changed.await_for(soon); }); })
      .thread([](tokens& w) { w.take(); })
      .thread([](tokens& w) { w.put(); })
      .finally([](tokens& w) { w.check(); });
}

/// A queue with a capacity of one element.
template <class Queue>
struct queue_world {
  Queue queue{1};
};

template <class Queue>
void add_queue(const std::string& prefix) {
  using world = queue_world<Queue>;
  add_scenario<world>(prefix + ".order", "two elements pass through a queue of capacity one")
      .thread([](world& w) { w.queue.put(1), w.queue.put(2); })
      .thread([](world& w) {
        require(w.queue.take() == 1, "the first element is not the first taken");
        require(w.queue.take() == 2, "the second element is not the second taken");
      })
      .finally([](world& w) { require(!w.queue.try_take(), "there is one element too many"); });

  add_scenario<world>(prefix + ".deadline", "one of two takers times out, or puts back its element")
      .thread([](world& w) { w.queue.put(1); })
      .thread([](world& w) {
        if (const std::optional<int> element = w.queue.take_for(soon)) {
          w.queue.put(*element);
        }
      })
      .thread([](world& w) { require(w.queue.take() == 1, "the taker got the wrong element"); })
      .finally([](world& w) { require(!w.queue.try_take(), "there is one element too many"); });
}

template <fairness Fairness>
void add_mutex(const std::string& prefix) {
  add_mutex_scenarios<guarded<Fairness>>(prefix);
  add_abort_scenarios<guarded<Fairness>>(prefix);
}

[[maybe_unused]] const bool added = [] {
  if constexpr (is_wanted("mutex.unfair")) {
    add_mutex<fairness::unfair>("aqs.mutex.unfair");
  }
  if constexpr (is_wanted("mutex.fair")) {
    add_mutex<fairness::fair>("aqs.mutex.fair");
  }
  if constexpr (is_wanted("semaphore.unfair")) {
    add_semaphore<fairness::unfair>("aqs.semaphore.unfair");
    add_storms("aqs.semaphore.unfair");
  }
  if constexpr (is_wanted("semaphore.fair")) {
    add_semaphore<fairness::fair>("aqs.semaphore.fair");
  }
  if constexpr (is_wanted("latch")) {
    add_latch();
  }
  if constexpr (is_wanted("condition")) {
    add_condition();
  }
  if constexpr (is_wanted("barrier")) {
    add_phases<aqs::cyclic_barrier<checked>>("aqs.barrier");
  }
  if constexpr (is_wanted("array_queue.unfair")) {
    add_queue<aqs::array_blocking_queue<int, fairness::unfair, checked>>("aqs.array_queue.unfair");
  }
  if constexpr (is_wanted("array_queue.fair")) {
    add_queue<aqs::array_blocking_queue<int, fairness::fair, checked>>("aqs.array_queue.fair");
  }
  if constexpr (is_wanted("linked_queue")) {
    add_queue<aqs::linked_blocking_queue<int, checked>>("aqs.linked_queue");
  }
  return true;
}();

}  // namespace
}  // namespace cqs::check
