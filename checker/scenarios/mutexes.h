#pragma once

#include <string>

#include <checker/history/specifications/semaphore.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {

/// The ways in which threads wait for a mutex.
enum class waiting : std::uint8_t { asleep, spinning };

/// A mutex whose callers keep the holder's node, behind the interface of one that needs none. A node ends right after
/// its `unlock`: the earliest legal moment.
template <class Mutex>
class with_node {
 public:
  void lock() {
    node* const own = checked::create<node>();
    _mutex.lock(*own);
    _holder.write() = own;
  }
  /// Only for a mutex that should be free: these locks cannot try. If it is not free, the thread waits for ever, and the
  /// checker reports that.
  bool try_lock() {
    lock();
    return true;
  }
  void unlock() {
    node* const own = _holder.read();
    _mutex.unlock(*own);
    checked::destroy(own);
  }

  using node = typename Mutex::hold;
  void lock(node& own) { _mutex.lock(own); }
  void unlock(node& own) { _mutex.unlock(own); }

 private:
  Mutex _mutex;
  checked::plain<node*> _holder{nullptr};
};

/// A mutex of the baselines and the data that it protects.
template <class Mutex, waiting Waiting, barging Barging = barging::none>
struct mutex_world {
  using specification = semaphore_specification;

  void lock() {
    auto call = begin();
    mutex.lock();
    call.returns();
  }
  void unlock() {
    auto call = calls.begin(specification::release);
    mutex.unlock();
    call.returns();
  }
  void use() {
    lock();
    leave();
  }
  /// Holds the mutex until its own deadline has passed, and with it the deadlines of others. The virtual
  /// clock does not advance while a thread spins.
  void use_for_long() {
    lock();
    static_cast<void>(checked::futex_wait_until(nothing, 0, checked::clock::now() + soon));
    leave();
  }
  void try_use() {
    auto call = calls.begin(specification::try_acquire);
    const bool success = mutex.try_lock();
    call.returns(static_cast<std::int64_t>(success));
    leave_if(success);
  }
  void use_soon() {
    auto call = begin();
    leave_if(ended(call, mutex.try_lock_for(soon)));
  }
  void use_unless_stopped() {
    auto call = begin();
    leave_if(ended(call, mutex.lock(stop.get_token())));
  }

  void leave() {
    ++inside.write();
    unlock();
  }

  /// Requires that the mutex is free, and that one thread at a time held it, in order.
  void check() {
    require_linearizable(calls, specification{.permits = 1, .barging = Barging});
    require(mutex.try_lock(), "the mutex is not free");
    mutex.unlock();
  }

  Mutex mutex;
  checked::plain<int> inside{0};
  checked::atomic<std::uint32_t> nothing{0};
  checked::stop_source stop;
  history calls;

 protected:
  history::running begin() {
    auto call = calls.begin(specification::acquire);
    if constexpr (Waiting == waiting::spinning) {
      call.registers_at_pause();
    }
    return call;
  }

 private:
  static bool ended(history::running call, bool success) {
    call.ends(success);
    return success;
  }
  void leave_if(bool locked) {
    if (locked) {
      leave();
    }
  }
};

/// A mutex whose callers keep the holder's node, also from one `lock` to the next.
template <class Mutex, waiting Waiting>
struct node_world : mutex_world<with_node<Mutex>, Waiting> {
  void use_twice_with_one_node() {
    typename Mutex::hold own;
    for (int i = 0; i < 2; ++i) {
      auto call = this->begin();
      this->mutex.lock(own);
      call.returns();
      ++this->inside.write();
      auto end = this->calls.begin(node_world::specification::release);
      this->mutex.unlock(own);
      end.returns();
    }
  }
};

template <class World>
void add_lock_scenarios(const std::string& prefix) {
  add_scenario<World>(prefix + ".twice", "two threads lock twice each")
      .thread([](World& w) { w.use(), w.use(); })
      .thread([](World& w) { w.use(), w.use(); })
      .finally([](World& w) { w.check(); });

  add_scenario<World>(prefix + ".three", "three threads lock once each")
      .thread([](World& w) { w.use(); })
      .thread([](World& w) { w.use(); })
      .thread([](World& w) { w.use(); })
      .finally([](World& w) { w.check(); });
}

template <class World>
void add_node_scenarios(const std::string& prefix) {
  add_lock_scenarios<World>(prefix);
  add_scenario<World>(prefix + ".again", "two threads lock twice each, with the same nodes")
      .thread([](World& w) { w.use_twice_with_one_node(); })
      .thread([](World& w) { w.use_twice_with_one_node(); })
      .finally([](World& w) { w.check(); });
}

/// For mutexes with `try_lock`.
template <class World>
void add_mutex_scenarios(const std::string& prefix) {
  add_lock_scenarios<World>(prefix);
  add_scenario<World>(prefix + ".try", "a thread calls try_lock during a hand-off")
      .thread([](World& w) { w.use(), w.use(); })
      .thread([](World& w) { w.use(); })
      .thread([](World& w) { w.try_use(); })
      .finally([](World& w) { w.check(); });
}

/// For mutexes whose waiters can abort.
template <class World>
void add_abort_scenarios(const std::string& prefix) {
  add_scenario<World>(prefix + ".stop", "a stop request aborts one of two waiters")
      .thread([](World& w) { w.stop.request_stop(); })
      .thread([](World& w) { w.use_unless_stopped(); })
      .thread([](World& w) { w.use(); })
      .finally([](World& w) { w.check(); });

  add_scenario<World>(prefix + ".stop_all", "the holder sends a stop request to all waiters")
      .thread([](World& w) {
        w.lock();
        w.stop.request_stop();
        w.leave();
      })
      .thread([](World& w) { w.use_unless_stopped(); })
      .thread([](World& w) { w.use_unless_stopped(); })
      .finally([](World& w) { w.check(); });

  add_scenario<World>(prefix + ".deadline", "one of three waiters times out")
      .thread([](World& w) { w.use_for_long(); })
      .thread([](World& w) { w.use_soon(); })
      .thread([](World& w) { w.use(); })
      .finally([](World& w) { w.check(); });

  add_scenario<World>(prefix + ".deadlines", "two of three waiters time out")
      .thread([](World& w) { w.use_for_long(); })
      .thread([](World& w) { w.use_soon(); })
      .thread([](World& w) { w.use_soon(); })
      .finally([](World& w) { w.check(); });

  add_scenario<World>(prefix + ".again", "a thread locks again after its timeout")
      .thread([](World& w) { w.use_for_long(), w.use(); })
      .thread([](World& w) { w.use_soon(), w.use_soon(); })
      .finally([](World& w) { w.check(); });
}

}  // namespace cqs::check
