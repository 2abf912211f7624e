// One operation lets many parked threads go, and these wake each other (see `detail::wake_tree`). The other scenarios
// wake all threads from one.

#include <cstdint>
#include <string>
#include <utility>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/shared_mutex.h>

#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// Every thread parks at once. Each woken thread wakes one other.
constexpr waiting chain{
    .spin_ns = 0, .most_spin_ns = 0, .yields = 0, .near = 0, .wake_ahead = 0, .fan_out = 1};
/// Each woken thread wakes two others.
constexpr waiting pairs{
    .spin_ns = 0, .most_spin_ns = 0, .yields = 0, .near = 0, .wake_ahead = 0, .fan_out = 2};
/// The first waiter yields once before it parks: it may be found awake, between threads that are parked.
constexpr waiting mixed{
    .spin_ns = 0, .most_spin_ns = 0, .yields = 1, .near = 1, .wake_ahead = 0, .fan_out = 1};

constexpr options with(options variant, waiting policy) {
  variant.waiting = policy;
  return variant;
}

/// An object that the last of its users destroys, although the operation that lets them go may not have returned.
template <class Object>
struct shared {
  explicit shared(std::uint32_t number, int argument)
      : object(checked::create<Object>(argument)), users(number) {}
  explicit shared(std::uint32_t number) : object(checked::create<Object>()), users(number) {}

  void leave() {
    if (users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      checked::destroy(object);
    }
  }
  /// For a waiter that was let go.
  void look_and_leave() {
    require(published.read() == 1, "a thread goes on before it is let go");
    leave();
  }

  Object* object;
  checked::atomic<std::uint32_t> users;
  checked::plain<int> published{0};
  checked::stop_source stop;
};

template <options Options>
struct gate : shared<basic_latch<Options, checked>> {
  explicit gate(std::uint32_t waiters = 2) : shared<basic_latch<Options, checked>>(waiters, 1) {}

  void open() {
    this->published.write() = 1;
    this->object->count_down();
  }
  void wait() {
    this->object->wait();
    this->look_and_leave();
  }
  /// An abort is no reason to leave: the thread that destroys the latch has to know that it is open.
  void wait_for_a_while() {
    if (!this->object->wait_for(soon)) {
      this->object->wait();
    }
    this->look_and_leave();
  }
  void wait_until_stopped() {
    if (!this->object->wait(this->stop.get_token())) {
      this->object->wait();
    }
    this->look_and_leave();
  }
  coroutine wait_in_coroutine() {
    co_await this->object->async_wait();
    this->look_and_leave();
  }
};

struct add_latches {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using gate = check::gate<Options>;

    add_scenario<gate>(prefix + ".latch", "threads wait for a latch; the last destroys it")
        .thread([](gate& g) { g.open(); })
        .thread([](gate& g) { g.wait(); })
        .thread([](gate& g) { g.wait(); });

    add_scenario<gate>(prefix + ".latch_deadline", "the deadline of a waiter passes while the latch opens")
        .thread([](gate& g) { g.open(); })
        .thread([](gate& g) { g.wait_for_a_while(); })
        .thread([](gate& g) { g.wait(); });

    add_scenario<gate>(prefix + ".latch_stop", "a stop request comes while the latch opens")
        .thread([](gate& g) {
          g.open();
          g.stop.request_stop();
        })
        .thread([](gate& g) { g.wait_until_stopped(); })
        .thread([](gate& g) { g.wait(); });

    add_scenario<gate>(prefix + ".latch_stopped_by_another",
                       "a thread stops a waiter while another opens the latch")
        .thread([](gate& g) { g.open(); })
        .thread([](gate& g) { g.wait_until_stopped(); })
        .thread([](gate& g) { g.wait(); })
        .thread([](gate& g) { g.stop.request_stop(); });

    add_scenario<gate>(prefix + ".latch_of_four", "four threads: two of them wake others")
        .world(3U)
        .thread([](gate& g) { g.open(); })
        .thread([](gate& g) { g.wait(); })
        .thread([](gate& g) { g.wait(); })
        .thread([](gate& g) { g.wait(); });

    add_scenario<gate>(prefix + ".latch_of_five", "five threads: one waiter has a deadline")
        .world(4U)
        .thread([](gate& g) { g.open(); })
        .thread([](gate& g) { g.wait(); })
        .thread([](gate& g) { g.wait_for_a_while(); })
        .thread([](gate& g) { g.wait(); })
        .thread([](gate& g) { g.wait(); });

    add_scenario<gate>(prefix + ".coroutine", "a coroutine waits among threads")
        .world(3U)
        .thread([](gate& g) { g.open(); })
        .thread([](gate& g) {
          g.wait_in_coroutine();
          g.wait();
        })
        .thread([](gate& g) { g.wait(); });
  }
};

template <options Options>
using barrier_of = cqs::barrier<cqs::detail::no_completion, Options, checked>;

template <options Options>
struct meeting : shared<barrier_of<Options>> {
  meeting() : shared<barrier_of<Options>>(3, 3) {}

  /// The first party publishes; the others see that after the phase.
  void meet() {
    this->object->arrive_and_wait();
    this->look_and_leave();
  }
  void meet_for_a_while() {
    auto arrival = this->object->arrive();
    if (!this->object->wait_for(arrival, soon)) {
      this->object->wait(std::move(arrival));
    }
    this->look_and_leave();
  }
  void publish_and_meet() {
    this->published.write() = 1;
    meet();
  }
};

struct add_barriers {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using meeting = check::meeting<Options>;

    add_scenario<meeting>(prefix + ".barrier", "three threads meet; the last to leave destroys the barrier")
        .thread([](meeting& m) { m.publish_and_meet(); })
        .thread([](meeting& m) { m.meet(); })
        .thread([](meeting& m) { m.meet(); });

    add_scenario<meeting>(prefix + ".barrier_deadline", "the deadline of one passes while the phase ends")
        .thread([](meeting& m) { m.publish_and_meet(); })
        .thread([](meeting& m) { m.meet_for_a_while(); })
        .thread([](meeting& m) { m.meet(); });

    add_scenario<meeting>(prefix + ".barrier_phases", "three threads meet twice")
        .thread([](meeting& m) {
          m.object->arrive_and_wait();
          m.publish_and_meet();
        })
        .thread([](meeting& m) {
          m.object->arrive_and_wait();
          m.meet();
        })
        .thread([](meeting& m) {
          m.object->arrive_and_wait();
          m.meet();
        });
  }
};

/// A writer holds the lock.
template <options Options>
struct library : shared<basic_shared_mutex<Options, checked>> {
  explicit library(std::uint32_t readers = 2) : shared<basic_shared_mutex<Options, checked>>(readers) {
    this->object->lock();
  }

  void unlock() {
    this->published.write() = 1;
    this->object->unlock();
  }
  void read() {
    this->object->lock_shared();
    read_and_leave();
  }
  void read_soon() {
    if (!this->object->try_lock_shared_for(soon)) {
      this->object->lock_shared();
    }
    read_and_leave();
  }

 private:
  void read_and_leave() {
    require(this->published.read() == 1, "a reader comes in before the writer has left");
    this->object->unlock_shared();
    this->leave();
  }
};

struct add_readers {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using library = check::library<Options>;

    add_scenario<library>(prefix + ".readers",
                          "a writer lets readers in; the last to leave destroys the lock")
        .thread([](library& l) { l.unlock(); })
        .thread([](library& l) { l.read(); })
        .thread([](library& l) { l.read(); });

    add_scenario<library>(prefix + ".readers_deadline",
                          "the deadline of a reader passes while readers come in")
        .thread([](library& l) { l.unlock(); })
        .thread([](library& l) { l.read_soon(); })
        .thread([](library& l) { l.read(); });

    add_scenario<library>(prefix + ".readers_of_four", "a writer lets three readers in")
        .world(3U)
        .thread([](library& l) { l.unlock(); })
        .thread([](library& l) { l.read(); })
        .thread([](library& l) { l.read_soon(); })
        .thread([](library& l) { l.read(); });
  }
};

struct add_all {
  template <options Options>
  void operator()(const std::string& prefix) const {
    if constexpr (is_wanted("chain")) {
      add<with(Options, chain)>(prefix + ".chain");
    }
    if constexpr (is_wanted("pairs")) {
      add<with(Options, pairs)>(prefix + ".pairs");
    }
    if constexpr (is_wanted("mixed")) {
      add<with(Options, mixed)>(prefix + ".mixed");
    }
  }

  template <options Variant>
  static void add(const std::string& prefix) {
    add_latches{}.operator()<Variant>(prefix);
    add_barriers{}.operator()<Variant>(prefix);
    add_readers{}.operator()<Variant>(prefix);
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("waking", add_all{}), true);

}  // namespace
}  // namespace cqs::check
