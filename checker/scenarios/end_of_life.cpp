// The end of an object's lifetime. A thread destroys the object at the earliest moment that the contract
// allows, while the operation that permitted this has not returned yet. Aborted waits precede the
// destruction.

#include <coroutine>
#include <cstdint>
#include <utility>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>

#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// An object that one of the threads destroys.
template <class Object>
struct mortal {
  template <class... Args>
  explicit mortal(Args... args) : object(checked::create<Object>(args...)) {}

  void destroy() {
    checked::destroy(object);
    destroyed.write() = true;
  }
  void destroy_if_left() {
    if (!destroyed.read()) {
      checked::destroy(object);
    }
  }

  Object* object;
  checked::plain<bool> destroyed{false};
  checked::stop_source stop;
};

/// The last of two users destroys the object, if it knows that the permitting operation has happened.
template <class Object>
struct shared_by_two : mortal<Object> {
  using mortal<Object>::mortal;

  template <class KnowsOfTheEnd>
  void leave(KnowsOfTheEnd knows_of_the_end) {
    if (users.fetch_sub(1, std::memory_order_acq_rel) == 1 && knows_of_the_end(*this->object)) {
      this->destroy();
    }
  }

  checked::atomic<std::uint32_t> users{2};
};

template <options Options>
using semaphore_of = counting_semaphore<9, Options, checked>;

template <options Options>
struct semaphore_world : mortal<semaphore_of<Options>> {
  semaphore_world() : mortal<semaphore_of<Options>>(0) {}

  coroutine acquire_and_destroy() {
    const bool acquired = co_await this->object->async_acquire(this->stop.get_token());
    if (!acquired) {
      co_await this->object->async_acquire();
    }
    this->destroy();
  }
};

struct add_semaphores {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = semaphore_world<Options>;

    add_scenario<world>(prefix + ".deadline", "a timeout, then an acquire, then the destruction")
        .thread([](world& w) { w.object->release(); })
        .thread([](world& w) {
          if (!w.object->try_acquire_for(soon)) {
            w.object->acquire();
          }
          w.destroy();
        });

    add_scenario<world>(prefix + ".poll", "timeouts until a permit arrives, then the destruction")
        .thread([](world& w) { w.object->release(); })
        .thread([](world& w) {
          if (w.object->try_acquire_for(soon) || w.object->try_acquire_for(soon) || w.object->try_acquire()) {
            w.destroy();
          }
        })
        .finally([](world& w) { w.destroy_if_left(); });

    add_scenario<world>(prefix + ".stop", "a stop request, then an acquire, then the destruction")
        .thread([](world& w) { w.object->release(); })
        .thread([](world& w) {
          if (!w.object->acquire(w.stop.get_token())) {
            w.object->acquire();
          }
          w.destroy();
        })
        .thread([](world& w) { w.stop.request_stop(); });

    add_scenario<world>(prefix + ".request", "a cancelled request, then an acquire, then the destruction")
        .thread([](world& w) { w.object->release(); })
        .thread([](world& w) {
          {
            auto request = w.object->acquire_request();
            if (request.cancel()) {
              w.object->acquire();
            } else {
              request.get();
            }
          }
          w.destroy();
        });

    add_scenario<world>(prefix + ".many",
                        "one release of two permits races with a timeout, then the destruction")
        .thread([](world& w) { w.object->release(2); })
        .thread([](world& w) {
          if (!w.object->try_acquire_for(soon)) {
            w.object->acquire();
          }
          w.object->acquire();
          w.destroy();
        });

    if constexpr (Options.resumption == resumption::async) {
      add_scenario<world>(prefix + ".coroutine",
                          "a stop request, then a coroutine's acquire, then the destruction")
          .thread([](world& w) { w.object->release(); })
          .thread([](world& w) { w.acquire_and_destroy(); })
          .thread([](world& w) { w.stop.request_stop(); });
    }
  }
};

template <options Options>
struct mutex_world : mortal<basic_mutex<Options, checked>> {
  mutex_world() { this->object->lock(); }
};

struct add_mutexes {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = mutex_world<Options>;

    add_scenario<world>(prefix + ".deadline", "a timeout, then lock and unlock, then the destruction")
        .thread([](world& w) { w.object->unlock(); })
        .thread([](world& w) {
          if (!w.object->try_lock_for(soon)) {
            w.object->lock();
          }
          w.object->unlock();
          w.destroy();
        });
  }
};

template <class Pool>
void add_pool(const std::string& prefix) {
  using world = mortal<Pool>;

  add_scenario<world>(prefix + ".deadline", "a timeout, then a take, then the destruction")
      .thread([](world& w) { w.object->put(1); })
      .thread([](world& w) {
        if (!w.object->take_for(soon)) {
          w.object->take();
        }
        w.destroy();
      });
}

struct add_queue_pools {
  template <options Options>
  void operator()(const std::string& prefix) const {
    add_pool<queue_pool<int, Options, checked>>(prefix);
  }
};

struct add_stack_pools {
  template <options Options>
  void operator()(const std::string& prefix) const {
    add_pool<stack_pool<int, Options, checked>>(prefix);
  }
};

template <options Options>
using latch_of = basic_latch<Options, checked>;

template <options Options>
struct latch_world : mortal<latch_of<Options>> {
  latch_world() : mortal<latch_of<Options>>(1) {}
};

/// Two requests wait for the latch, in different segments or batches.
template <options Options>
struct latch_of_two : shared_by_two<latch_of<Options>> {
  latch_of_two() : shared_by_two<latch_of<Options>>(1) {}

  using request = typename latch_of<Options>::request_type;

  void give_up(request& waiting) {
    const bool aborted = waiting.cancel();
    require(aborted || this->object->try_wait(), "a wait returned while the latch was closed");
    this->leave([](latch_of<Options>& latch) { return latch.try_wait(); });
  }

  request first = this->object->wait_request();
  request second = this->object->wait_request();
};

struct add_latches {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = latch_world<Options>;
    add_scenario<world>(prefix + ".deadline", "a timeout, then try_wait succeeds, then the destruction")
        .thread([](world& w) { w.object->count_down(); })
        .thread([](world& w) {
          if (!w.object->wait_for(soon)) {
            w.object->wait();
          }
          w.destroy();
        });

    using latch_of_two = check::latch_of_two<Options>;
    add_scenario<latch_of_two>(prefix + ".both_give_up",
                               "two waiters abort; the last destroys the latch if it is open")
        .thread([](latch_of_two& w) { w.object->count_down(); })
        .thread([](latch_of_two& w) { w.give_up(w.first); })
        .thread([](latch_of_two& w) { w.give_up(w.second); })
        .finally([](latch_of_two& w) { w.destroy_if_left(); });

    add_scenario<latch_of_two>(prefix + ".gave_up_before",
                               "the last waiter aborts long before the latch opens")
        .thread([](latch_of_two& w) {
          w.second.cancel();
          w.object->count_down();
        })
        .thread([](latch_of_two& w) {
          w.first.wait();
          w.destroy();
        });
  }
};

template <options Options>
using barrier_of = cqs::barrier<cqs::detail::no_completion, Options, checked>;

template <options Options>
struct barrier_world : shared_by_two<barrier_of<Options>> {
  barrier_world() : shared_by_two<barrier_of<Options>>(3) {}

  using token = typename barrier_of<Options>::arrival_token;

  void wait(const token& arrival) {
    const bool over = this->object->wait_for(arrival, soon);
    if (over) {
      ended.store(1, std::memory_order_relaxed);
    }
    this->leave(
        [this](barrier_of<Options>& /*barrier*/) { return ended.load(std::memory_order_relaxed) == 1; });
  }

  token first = this->object->arrive();
  token second = this->object->arrive();
  checked::atomic<std::uint32_t> ended{0};
};

struct add_barriers {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = barrier_world<Options>;
    add_scenario<world>(prefix + ".deadline",
                        "two waits time out; the last destroys the barrier if the phase is over")
        .thread([](world& w) { static_cast<void>(w.object->arrive()); })
        .thread([](world& w) { w.wait(w.first); })
        .thread([](world& w) { w.wait(w.second); })
        .finally([](world& w) { w.destroy_if_left(); });
  }
};

/// A writer holds the lock and two readers wait for it.
template <options Options>
struct readers_world : shared_by_two<basic_shared_mutex<Options, checked>> {
  using mutex = basic_shared_mutex<Options, checked>;
  using request = typename mutex::shared_request_type;

  void give_up(request& waiting) {
    if (!waiting.cancel()) {
      waiting.get();
      this->object->unlock_shared();
      granted.store(1, std::memory_order_relaxed);
    }
    this->leave([this](mutex& shared) {
      return granted.load(std::memory_order_relaxed) == 1 || shared.try_lock_shared();
    });
  }

 private:
  struct hold {
    explicit hold(mutex& held) { held.lock(); }
  };
  hold _held{*this->object};

 public:
  request first = this->object->lock_shared_request();
  request second = this->object->lock_shared_request();
  checked::atomic<std::uint32_t> granted{0};
};

template <options Options>
struct writer_world : mortal<basic_shared_mutex<Options, checked>> {
  writer_world() { this->object->lock(); }
};

struct add_shared_mutexes {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using readers = readers_world<Options>;
    add_scenario<readers>(prefix + ".readers",
                          "two readers abort; the last destroys the lock if the writer has unlocked it")
        .thread([](readers& w) { w.object->unlock(); })
        .thread([](readers& w) { w.give_up(w.first); })
        .thread([](readers& w) { w.give_up(w.second); })
        .finally([](readers& w) { w.destroy_if_left(); });

    using writer = writer_world<Options>;
    add_scenario<writer>(prefix + ".writer", "a writer's timeout, then lock and unlock, then the destruction")
        .thread([](writer& w) { w.object->unlock(); })
        .thread([](writer& w) {
          if (!w.object->try_lock_for(soon)) {
            w.object->lock();
          }
          w.object->unlock();
          w.destroy();
        });

    add_scenario<writer>(prefix + ".reader", "a reader's timeout, then lock and unlock, then the destruction")
        .thread([](writer& w) { w.object->unlock(); })
        .thread([](writer& w) {
          if (!w.object->try_lock_shared_for(soon)) {
            w.object->lock_shared();
          }
          w.object->unlock_shared();
          w.destroy();
        });
  }
};

[[maybe_unused]] const bool added = [] {
  for_each_variant_and_order("end_of_life.semaphore", add_semaphores{});
  for_each_variant_and_order("end_of_life.mutex", add_mutexes{});
  for_each_variant_and_order("end_of_life.queue_pool", add_queue_pools{});
  for_each_variant_and_order("end_of_life.stack_pool", add_stack_pools{});
  for_each_variant("end_of_life.latch", add_latches{});
  for_each_segment_size("end_of_life.barrier", add_barriers{});
  for_each_segment_size("end_of_life.shared_mutex", add_shared_mutexes{});
  return true;
}();

}  // namespace
}  // namespace cqs::check
