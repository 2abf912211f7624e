// The end of an object's lifetime. A thread destroys the object at the earliest moment that the contract
// allows, while the operation that permitted this has not returned yet. Aborted waits precede the
// destruction.

#include <cstdint>

#include <checker/scenarios/families.h>

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
struct semaphore_world : mortal<counting_semaphore<9, Options, checked>> {
  semaphore_world() : mortal<counting_semaphore<9, Options, checked>>(0) {}
};

struct add_semaphores {
  template <options Options>
  void operator()(const std::string& prefix) const {
    add_ends_of_life<semaphore_description<Options>>(prefix);
    using world = semaphore_world<Options>;

    add_scenario<world>(prefix + ".poll", "timeouts until a permit arrives, then the destruction")
        .thread([](world& w) { w.object->release(); })
        .thread([](world& w) {
          if (w.object->try_acquire_for(soon) || w.object->try_acquire_for(soon) || w.object->try_acquire()) {
            w.destroy();
          }
        })
        .finally([](world& w) { w.destroy_if_left(); });

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
  }
};

/// For objects with a timeout only: the other kinds of waiters are those of the semaphore.
template <template <options> class Description>
struct add_deadline {
  template <options Options>
  void operator()(const std::string& prefix) const {
    add_end_after_timeout<Description<Options>>(prefix);
  }
};

template <options Options>
using latch_of = basic_latch<Options, checked>;

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
    add_end_after_timeout<latch_description<Options>>(prefix);

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
    add_ends_of_life<barrier_description<Options>>(prefix);

    using world = barrier_world<Options>;
    add_scenario<world>(prefix + ".both_time_out",
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

    add_ends_of_life<writer_description<Options>>(prefix + ".writer");
    add_ends_of_life<reader_description<Options>>(prefix + ".reader");
  }
};

[[maybe_unused]] const bool added = [] {
  for_each_variant_and_order("end_of_life.semaphore", add_semaphores{});
  for_each_variant_and_order("end_of_life.mutex", add_deadline<mutex_description>{});
  for_each_variant_and_order("end_of_life.queue_pool", add_deadline<queue_pool_description>{});
  for_each_variant_and_order("end_of_life.stack_pool", add_deadline<stack_pool_description>{});
  for_each_variant("end_of_life.latch", add_latches{});
  for_each_segment_size("end_of_life.barrier", add_barriers{});
  for_each_segment_size("end_of_life.shared_mutex", add_shared_mutexes{});
  return true;
}();

}  // namespace
}  // namespace cqs::check
