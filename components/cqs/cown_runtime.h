#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include <cqs/behaviour.h>
#include <cqs/cown.h>
#include <cqs/cown_options.h>
#include <cqs/detail/misuse.h>
#include <cqs/event_count.h>
#include <cqs/mutex.h>
#include <cqs/platform/native.h>

namespace cqs {

/// Runs behaviours over cowns, each when it has acquired all its cowns. It has backpressure: a cown that sends faster
/// than its receiver can follow is muted.
///
/// A behaviour passes through the queues of its cowns in the order of their numbers. A cown that it has acquired does
/// nothing else until the behaviour ends; the last cown runs it. So behaviours over the same cowns run in the order
/// of their scheduling, and none waits for another in a circle. The mute protocol is that of `models/cowns.cpp`,
/// corrected, and this class has its invariants. One mutex makes the steps atomic; behaviours run outside the mutex.
///
/// A behaviour needs one to `behaviour::most_cowns` cowns, otherwise `when` throws `std::invalid_argument`. A cown
/// that is named twice counts once. A behaviour that throws ends and releases its cowns; the behaviours that it has
/// scheduled stay scheduled, and the exception leaves through `run`.
///
/// A worker leaves when stop is requested, or when its behaviour throws. The other workers, or later calls of `run`, do
/// the work that it leaves behind.
template <platform Platform>
class basic_cown_runtime {
 public:
  using cown = basic_cown<Platform>;
  using behaviour = basic_behaviour<Platform>;
  using function = typename behaviour::function;
  using stop_token = typename Platform::stop_token;

  explicit basic_cown_runtime(const cown_options& options) : _options(options) {
    if (options.threshold == 0) {
      detail::throw_invalid_argument("cqs::cown_runtime: the threshold is at least 1");
    }
  }
  basic_cown_runtime(const basic_cown_runtime&) = delete;
  basic_cown_runtime& operator=(const basic_cown_runtime&) = delete;

  /// Schedules `f(behaviour)` over the cowns, from outside of behaviours. Waits while one of the cowns is overloaded,
  /// unless the policy is `none` or `drop`. Returns false if the behaviour was dropped.
  bool when(function f, std::initializer_list<cown*> cowns) {
    return schedule(nullptr, std::move(f), std::span(cowns.begin(), cowns.size()));
  }

  /// Makes the calling thread a worker until stop is requested and the behaviour in progress has ended.
  void run(stop_token stop) {
    const departure at_the_end{*this};
    while (cown* const next = await_ready(stop)) {
      step(*next);
    }
  }

  /// Waits until every behaviour has ended. A behaviour must not call this.
  void drain() {
    // [unfinished_behaviours.drain] acquire <- [unfinished_behaviours.end]: all runs; mutant order-cowns-drain-relaxed
    _drained.await([this] { return _unfinished.load(std::memory_order_acquire) == 0; });
  }

  cown_statistics statistics() {
    const guard locked(_guard);
    return _statistics;
  }

 private:
  friend cown;
  friend behaviour;
  using mutex_type = basic_mutex<options{}, Platform>;
  using guard = std::lock_guard<mutex_type>;
  using priority = typename cown::priority;

  std::uint64_t next_number() noexcept { return _next_number.fetch_add(1, std::memory_order_relaxed); }

  static bool is_high(const cown* c) noexcept { return c->_priority == priority::high; }
  static bool is_sleeping(const cown& c) noexcept { return c._scheduled && c._length == 0; }
  bool is_overloaded(const cown& c) const noexcept { return c._length > _options.threshold; }
  bool mutes() const noexcept { return _options.policy == overload_policy::mute; }

  // Sending.

  struct destroyer {
    void operator()(behaviour* b) const noexcept { Platform::destroy(b); }
  };
  using unsent_behaviour = std::unique_ptr<behaviour, destroyer>;

  bool schedule(behaviour* sender, function f, std::span<cown* const> cowns) {
    check(f, cowns);
    unsent_behaviour b(Platform::template create<behaviour>(std::move(f), cowns));
    const bool may_wait = _options.policy == overload_policy::block || (mutes() && sender == nullptr);
    bool sent = false;
    if (may_wait) {
      _room.await([&] { return sent = try_send(sender, *b); });
    } else {
      sent = try_send(sender, *b);
    }
    if (sent) {
      static_cast<void>(b.release());  // the behaviour may have ended already
    }
    return sent;
  }

  void check(const function& f, std::span<cown* const> cowns) const {
    if (cowns.empty() || cowns.size() > behaviour::most_cowns) {
      detail::throw_invalid_argument(
          "cqs::cown_runtime::when: a behaviour is over one cown at least, and eight at most");
    }
    if (!f) {
      detail::throw_invalid_argument("cqs::cown_runtime::when: the behaviour has no function");
    }
    for (const cown* const each : cowns) {
      if (each == nullptr || &each->_runtime != this) {
        detail::throw_invalid_argument(
            "cqs::cown_runtime::when: a cown is missing, or belongs to another runtime");
      }
    }
  }

  bool try_send(behaviour* sender, behaviour& b) {
    const guard locked(_guard);
    const bool is_refusable = _options.policy == overload_policy::block ||
                              _options.policy == overload_policy::drop || (mutes() && sender == nullptr);
    if (is_refusable && std::ranges::any_of(b.cowns(), [&](cown* c) { return is_overloaded(*c); })) {
      ++_statistics.refused;
      return false;
    }
    _unfinished.fetch_add(1, std::memory_order_relaxed);
    append(*b._cowns[0], b);
    if (mutes() && std::ranges::any_of(b.cowns(), is_high)) {
      for (cown* const each : b.cowns()) {
        raise(*each);
      }
      if (sender != nullptr) {
        choose_mutor(*sender, b);
      }
    }
    return true;
  }

  /// Decides whether the sender is muted when it ends, and by which cown.
  void choose_mutor(behaviour& sender, const behaviour& b) noexcept {
    const bool may_be_muted = sender._mutor == nullptr && std::ranges::all_of(sender.cowns(), [&](cown* c) {
                                return c->_priority == priority::normal && !b.has(*c);
                              });
    if (!may_be_muted) {
      return;
    }
    const auto mutor = std::ranges::find_if(b.cowns(), [&](cown* c) {
      return (is_high(c) && is_overloaded(*c)) || c->_priority == priority::low;
    });
    sender._mutor = mutor != b.cowns().end() ? *mutor : nullptr;
  }

  /// Gives high priority to a cown and to all cowns that it waits for, so that no muted cown holds it up.
  void raise(cown& first) noexcept {
    for (cown* c = &first; c != nullptr; c = c->_blocker) {
      if (c->_priority == priority::low) {
        c->_muted_by->_mutes.remove(c->_membership);
        c->_muted_by = nullptr;
        c->_scheduled = true;
      }
      c->_priority = priority::high;
      make_ready(*c);
    }
  }

  // Queues.

  void append(cown& c, behaviour& b) noexcept {
    b._next = nullptr;
    (c._last != nullptr ? c._last->_next : c._first) = &b;
    c._last = &b;
    _statistics.longest_queue = std::max(_statistics.longest_queue, ++c._length);
    make_ready(c);
  }

  void remove_first(cown& c) noexcept {
    c._first = c._first->_next;
    c._last = c._first != nullptr ? c._last : nullptr;
    --c._length;
    if (c._length == _options.threshold && _options.policy != overload_policy::none) {
      _room.notify_all();
    }
  }

  void make_ready(cown& c) noexcept {
    if (!c._scheduled || c._running || c._ready || c._length == 0) {
      return;
    }
    c._ready = true;
    c._next_ready = nullptr;
    (_last_ready != nullptr ? _last_ready->_next_ready : _first_ready) = &c;
    _last_ready = &c;
    _work.notify_one();
  }

  /// A worker that leaves may have been notified of a cown that it does not step. So it notifies another worker, which
  /// looks for such a cown.
  struct departure {
    ~departure() { runtime._work.notify_one(); }
    basic_cown_runtime& runtime;
  };

  /// Returns the next cown to step; null if stop is requested.
  cown* await_ready(stop_token stop) {
    cown* next = nullptr;
    static_cast<void>(
        _work.await([&] { return stop.stop_requested() || (next = take_ready()) != nullptr; }, stop));
    return next;
  }

  cown* take_ready() {
    const guard locked(_guard);
    cown* const c = _first_ready;
    if (c != nullptr) {
      _first_ready = c->_next_ready;
      _last_ready = _first_ready != nullptr ? _last_ready : nullptr;
      c->_ready = false;
      c->_running = true;  // this worker steps it
    }
    return c;
  }

  // Steps.

  void step(cown& c) {
    behaviour* b = nullptr;
    {
      const guard locked(_guard);
      b = c._first;
      if (&c != &b->last()) {
        acquire(c, *b);
        return;
      }
      begin(c, *b);
    }
    struct ending {
      ~ending() { runtime.complete(c, b); }
      basic_cown_runtime& runtime;
      cown& c;
      behaviour& b;
    } const at_the_end{*this, c, *b};
    b->_function(*b);
  }

  /// The behaviour acquires the cown and goes on to the next one.
  void acquire(cown& c, behaviour& b) noexcept {
    cown& next = b.after(c);
    if (mutes() && std::ranges::any_of(b.cowns(), is_high)) {
      for (cown* const each : b.cowns()) {
        if (each->_number > c._number) {
          raise(*each);
        }
      }
    }
    c._running = false;
    c._scheduled = false;
    c._blocker = &next;
    remove_first(c);
    append(next, b);
  }

  void begin(cown& c, behaviour& b) noexcept {
    for (cown* const each : b.cowns()) {
      each->_blocker = nullptr;
    }
    if (mutes()) {
      c._priority = requires_priority(c) ? priority::high : priority::normal;
      unmute_if_idle(c);
    }
  }

  bool requires_priority(const cown& c) const noexcept {
    bool waited_for = is_overloaded(c);
    for (const behaviour* b = c._first; b != nullptr && !waited_for; b = b->_next) {
      waited_for = std::ranges::any_of(b->cowns(), [&](cown* k) { return k != &c && is_high(k); });
    }
    return waited_for;
  }

  void complete(cown& c, behaviour& b) {
    {
      const guard locked(_guard);
      remove_first(c);
      c._running = false;
      const bool muting = b._mutor != nullptr && !has_caught_up(*b._mutor);
      for (cown* const each : b.cowns()) {
        each->_scheduled = true;
        if (muting && each->_priority == priority::normal) {
          mute(*each, *b._mutor);
        } else {
          make_ready(*each);
        }
      }
      for (cown* const each : b.cowns()) {
        unmute_if_idle(*each);
      }
      ++_statistics.behaviours;
    }
    Platform::destroy(&b);
    // [unfinished_behaviours.end] release -> [unfinished_behaviours.drain]: the run; mutant order-behaviour-end-relaxed
    if (_unfinished.fetch_sub(1, std::memory_order_release) == 1) {
      _drained.notify_all();
    }
  }

  // Muting.

  static bool has_caught_up(const cown& c) noexcept {
    return c._priority == priority::normal || is_sleeping(c);
  }

  void mute(cown& c, cown& mutor) {
    c._priority = priority::low;
    c._scheduled = false;
    c._muted_by = &mutor;
    mutor._mutes.add(c._membership);
    ++_statistics.mutings;
  }

  void unmute_if_idle(cown& c) noexcept {
    if (!c._mutes.empty() && has_caught_up(c)) {
      c._mutes.release_all();
    }
  }

  /// Called for a cown that its mutor releases. It releases the cowns that it has muted itself.
  void unmuted(cown& c) noexcept {
    c._muted_by = nullptr;
    c._priority = priority::normal;
    c._scheduled = true;
    make_ready(c);
    unmute_if_idle(c);
  }

  cown_options _options;
  mutex_type _guard;
  cown* _first_ready = nullptr;
  cown* _last_ready = nullptr;
  cown_statistics _statistics;
  typename Platform::template atomic<std::uint64_t> _next_number{0};
  typename Platform::template atomic<std::uint64_t> _unfinished{0};
  basic_event_count<options{}, Platform> _work;
  basic_event_count<options{}, Platform> _room;
  basic_event_count<options{}, Platform> _drained;
};

using cown_runtime = basic_cown_runtime<native>;

}  // namespace cqs
