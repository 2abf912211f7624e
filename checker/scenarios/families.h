#pragma once

#include <coroutine>
#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/descriptions.h>

/// Families of scenarios: templates over the description of a primitive. So a new primitive gets them from its description.
///
/// | family          | what races                                                                              |
/// |-----------------|-----------------------------------------------------------------------------------------|
/// | `abort.*`       | the abort of each kind of waiter with each operation: a grant, a try, an entry, an abort |
/// | `memory.*`      | a wait, or a grant, whose n-th allocation fails, with a grant or a wait                   |
/// | `destroyed.*`   | the end of a coroutine's frame, before or after its grant, with a grant and a waiter      |
/// | `end_of_life.*` | an abort, an entry, and the destruction of the object, with the grant that permits them   |
///
/// Kinds of waiters: `deadline` and `stopped` are threads, `request`, and `coroutine`.
namespace cqs::check {

/// The object of a description and what the threads of a scenario know of it. At the end the entries that were kept and
/// those that are still possible are as many as the grants.
template <description D>
struct family_world : D {
  /// An entry that the thread keeps.
  void keep(bool entered) {
    if (entered) {
      kept.fetch_add(1, std::memory_order_relaxed);
    }
  }
  /// An entry that the thread passes on.
  void pass_on(bool entered) {
    if (entered) {
      this->leave();
    }
  }
  void use() {
    this->enter();
    this->leave();
  }
  template <bool Keeps>
  void end(bool entered) {
    if constexpr (Keeps) {
      keep(entered);
    } else {
      pass_on(entered);
    }
  }
  template <bool Keeps>
  coroutine start() {
    ++started;
    bool entered = false;
    try {
      entered = static_cast<bool>(co_await this->async_enter(stop.get_token()));
    } catch (const std::bad_alloc&) {
    }
    ended.fetch_add(1, std::memory_order_relaxed);
    end<Keeps>(entered);
  }

  /// Requires that nothing is lost or doubled after one grant.
  void check() {
    this->check_structure();
    require(ended.load(std::memory_order_relaxed) == started, "a coroutine was not resumed");
    if constexpr (D::admits_all) {
      require(this->try_enter(), "a thread cannot enter after the grant");
    } else {
      const bool left = this->try_enter();
      const bool was_kept = kept.load(std::memory_order_relaxed) > 0;
      require(kept.load(std::memory_order_relaxed) <= 1 && !(left && was_kept), "one grant let two in");
      require(left || was_kept, "a grant is lost");
      check_next();
    }
  }

  /// Requires that one who leaves lets the next one in.
  void check_next() {
    require(!this->try_enter(), "one grant let two in");
    if constexpr (with_requests<D>) {
      auto next = this->request();
      require(next.status() == request_status::waiting, "a grant was left in the queue");
      this->leave();
      require(next.status() == request_status::granted, "a grant does not reach the only waiter");
      next.get();
    }
  }

  checked::stop_source stop;
  checked::atomic<std::uint32_t> kept{0};
  checked::atomic<std::uint32_t> ended{0};
  std::uint32_t started = 0;
};

// The kinds of waiters. Each begins to wait with the world or in `run`, which ends with an entry or an abort. If it
// `Keeps` no entry, it lets the next one in.

/// A thread with a deadline.
template <description D, bool Keeps>
struct waiter_with_deadline : family_world<D> {
  static constexpr auto* name = "deadline";
  void run() { this->template end<Keeps>(this->enter_soon()); }
};

/// A thread with a stop token. One more thread requests stop.
template <description D, bool Keeps>
struct waiter_with_stop_token : family_world<D> {
  static constexpr auto* name = "stopped";
  static constexpr bool needs_stop = true;
  void run() { this->template end<Keeps>(this->enter_or_stop(this->stop.get_token())); }
};

/// A request that already waits.
template <description D, bool Keeps>
struct waiting_request : family_world<D> {
  static constexpr auto* name = "request";
  void run() {
    if (!first.cancel()) {
      first.get();
      this->template end<Keeps>(true);
    }
  }
  decltype(std::declval<D&>().request()) first = this->request();
};

/// A coroutine that already waits. The thread requests stop.
template <description D, bool Keeps>
struct waiting_coroutine : family_world<D> {
  static constexpr auto* name = "coroutine";
  waiting_coroutine() { this->template start<Keeps>(); }
  void run() { this->stop.request_stop(); }
};

/// Adds a request behind the waiter of a kind.
template <class Kind>
struct followed : Kind {
  void abort_second() {
    if (!second.cancel()) {
      second.get();
      this->leave();
    }
  }
  decltype(std::declval<Kind&>().request()) second = this->request();
};

/// A scenario in which a waiter is aborted. It ends with `check`.
template <class World>
auto& add_abort(const std::string& name, const std::string& description) {
  auto& added = add_scenario<World>(name, description);
  if constexpr (requires { World::needs_stop; }) {
    added.thread([](World& w) { w.stop.request_stop(); });
  }
  return added.thread([](World& w) { w.run(); }).finally([](World& w) { w.check(); });
}

/// The abort of one kind of waiter against each operation.
template <template <class, bool> class Kind, description D>
void add_aborts(const std::string& prefix) {
  using keeping = Kind<D, true>;
  using passing = Kind<D, false>;
  const std::string name = prefix + ".abort." + keeping::name;

  add_abort<keeping>(name + ".grant", "an abort races with a grant").thread([](keeping& w) { w.grant(); });

  add_abort<keeping>(name + ".try", "an abort races with a grant and with one who tries to enter")
      .thread([](keeping& w) {
        w.grant();
        w.keep(w.try_enter());
      });

  if constexpr (!requires { keeping::needs_stop; }) {
    add_abort<passing>(name + ".enter", "an abort races with a grant and with another who enters")
        .thread([](passing& w) { w.use(); })
        .thread([](passing& w) { w.grant(); });

    if constexpr (with_requests<D>) {
      using followed = check::followed<passing>;
      add_abort<followed>(name + ".abort", "two aborts race with a grant")
          .thread([](followed& w) { w.abort_second(); })
          .thread([](followed& w) { w.grant(); });
    }
  }
}

/// Waits and grants whose n-th allocation fails.
template <std::uint32_t Nth, description D>
void add_failing_allocations(const std::string& prefix) {
  using world = family_world<D>;
  static constexpr auto quietly = [](auto wait) {
    try {
      wait();
    } catch (const std::bad_alloc&) {
    }
  };
  const std::string nth = "." + std::to_string(Nth);
  add_scenario<world>(prefix + ".memory.thread" + nth, "an allocation of a thread that waits fails")
      .thread([](world& w) {
        checked::fail_allocation(Nth);
        quietly([&w] { w.keep(w.enter_soon()); });
      })
      .thread([](world& w) { w.grant(); })
      .finally([](world& w) { w.check(); });

  add_scenario<world>(prefix + ".memory.coroutine" + nth, "an allocation of a coroutine that waits fails")
      .thread([](world& w) {
        checked::fail_allocation(Nth + 1);  // the first allocation is that of the frame
        w.template start<true>();
        w.stop.request_stop();
      })
      .thread([](world& w) { w.grant(); })
      .finally([](world& w) { w.check(); });

  if constexpr (with_requests<D>) {
    add_scenario<world>(prefix + ".memory.request" + nth, "an allocation of a request fails")
        .thread([](world& w) {
          checked::fail_allocation(Nth);
          quietly([&w] {
            auto waiting = w.request();
            if (!waiting.cancel()) {
              waiting.get();
              w.keep(true);
            }
          });
        })
        .thread([](world& w) { w.grant(); })
        .finally([](world& w) { w.check(); });
  }

  add_scenario<world>(prefix + ".memory.grant" + nth, "an allocation of a grant fails")
      .thread([](world& w) { w.keep(w.enter_soon()); })
      .thread([](world& w) {
        checked::fail_allocation(Nth);
        w.grant();
      })
      .finally([](world& w) { w.check(); });
}

/// A coroutine that continues in the thread that takes it out of this mailbox.
template <description D>
struct posted : family_world<D> {
  coroutine start_elsewhere() {
    const auto post = [this](std::coroutine_handle<> c) {
      mailbox.write() = c;
      announce();
    };
    const bool entered = static_cast<bool>(co_await this->async_enter(this->stop.get_token()).via(post));
    this->keep(entered);
    announce();  // it did not wait, so nobody posted it
  }
  void announce() {
    full.store(1, std::memory_order_release);
    checked::futex_wake_one(&full);
  }
  /// As an executor that ends before it has run all that it was given.
  void throw_away() {
    while (full.load(std::memory_order_acquire) == 0) {
      checked::futex_wait(full, 0);
    }
    if (const auto c = mailbox.read()) {
      c.destroy();
    }
  }

  checked::atomic<std::uint32_t> full{0};
  checked::plain<std::coroutine_handle<>> mailbox;
};

/// Frames that are destroyed.
template <description D>
void add_destroyed_frames(const std::string& prefix) {
  using world = family_world<D>;
  add_scenario<world>(prefix + ".destroyed.waiting",
                      "a frame is destroyed while it waits; a thread waits behind it")
      .thread([](world& w) {
        w.template start<true>().destroy();
        w.ended.fetch_add(1, std::memory_order_relaxed);
        w.grant();
      })
      .thread([](world& w) { w.use(); })
      .finally([](world& w) { w.check(); });

  using posted = check::posted<D>;
  add_scenario<posted>(prefix + ".destroyed.granted",
                       "a frame is destroyed after its grant, before it continues")
      .thread([](posted& w) { w.start_elsewhere(); })
      .thread([](posted& w) { w.grant(); })
      .thread([](posted& w) { w.throw_away(); })
      .finally([](posted& w) { w.check(); });
}

/// All families that race within the object's lifetime.
template <description D>
void add_families(const std::string& prefix) {
  add_aborts<waiter_with_deadline, D>(prefix);
  add_aborts<waiter_with_stop_token, D>(prefix);
  if constexpr (with_requests<D>) {
    add_aborts<waiting_request, D>(prefix);
  }
  add_aborts<waiting_coroutine, D>(prefix);
  add_failing_allocations<1, D>(prefix);
  add_failing_allocations<2, D>(prefix);
  add_destroyed_frames<D>(prefix);
}

/// An object that the only waiter destroys as soon as it has entered.
template <description D>
struct mortal_world {
  ~mortal_world() { require(object == nullptr, "the waiter has not entered"); }

  void destroy() {
    object->leave_for_good();
    checked::destroy(object);
    object = nullptr;
  }
  coroutine enter_and_destroy() {
    const bool entered = static_cast<bool>(co_await object->async_enter(stop.get_token()));
    if (!entered) {
      co_await object->async_enter(checked::stop_token());
    }
    destroy();
  }
  void grant() { granted->grant(); }

  D* object = checked::create<D>();
  /// The grant comes from a thread that does not look at what the waiter does.
  D* const granted = object;
  checked::stop_source stop;
};

/// A timeout, an entry, and the destruction.
template <description D>
void add_end_after_timeout(const std::string& prefix) {
  using world = mortal_world<D>;
  add_scenario<world>(prefix + ".deadline", "a timeout, then an entry, then the destruction")
      .thread([](world& w) { w.grant(); })
      .thread([](world& w) {
        if (!w.object->enter_soon()) {
          w.object->enter();
        }
        w.destroy();
      });
}

/// The same for an abort of each kind of waiter.
template <description D>
void add_ends_of_life(const std::string& prefix) {
  add_end_after_timeout<D>(prefix);
  using world = mortal_world<D>;
  add_scenario<world>(prefix + ".stop", "a stop request, then an entry, then the destruction")
      .thread([](world& w) { w.grant(); })
      .thread([](world& w) {
        if (!w.object->enter_or_stop(w.stop.get_token())) {
          w.object->enter();
        }
        w.destroy();
      })
      .thread([](world& w) { w.stop.request_stop(); });

  if constexpr (with_requests<D>) {
    add_scenario<world>(prefix + ".request", "a cancelled request, then an entry, then the destruction")
        .thread([](world& w) { w.grant(); })
        .thread([](world& w) {
          {
            auto request = w.object->request();
            if (request.cancel()) {
              w.object->enter();
            } else {
              request.get();
            }
          }
          w.destroy();
        });
  }
  if constexpr (D::variant.resumption == resumption::async) {
    add_scenario<world>(prefix + ".coroutine",
                        "a stop request, then a coroutine's entry, then the destruction")
        .thread([](world& w) { w.grant(); })
        .thread([](world& w) { w.enter_and_destroy(); })
        .thread([](world& w) { w.stop.request_stop(); });
  }
}

}  // namespace cqs::check
