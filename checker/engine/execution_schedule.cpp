// The scheduling part of `execution`.

#include <utility>

#include <fmt/format.h>

#include <checker/engine/execution.h>
#include <checker/engine/failure.h>
#include <checker/engine/hash.h>

namespace cqs::check {

namespace {

/// The clock's advance when all remaining threads busy-wait, perhaps for a deadline.
constexpr std::int64_t idle_time = 1'000'000;

constexpr std::uint64_t spin_bits = 4;

template <class Visit>
void for_each(std::uint32_t set, Visit visit) {
  for (; set != 0; set &= set - 1) {
    visit(static_cast<thread_id>(__builtin_ctz(set)));
  }
}

}  // namespace

void execution::wait_for_turn(thread& self) noexcept {
  const bool stuck = self.pausing && (self.yielded || self.pauses > _settings->patience);
  if (stuck) {
    _runnable &= ~one(self.id);
    _spinning |= one(self.id);
  } else {
    _runnable |= one(self.id);
  }
  if (_advancer != nullptr) {
    switch_to(*std::exchange(_advancer, nullptr));
  } else {
    schedule_next(self);
  }
  self.pausing = self.yielded = false;
}

void execution::schedule_next(thread& self) noexcept {
  if ((_runnable | _timed) == 0) {
    make_somebody_runnable(self);
    if (_unfinished == 0) {
      return;
    }
  }
  if (_steps >= _settings->search_cycles_after) [[unlikely]] {
    look_for_cycle();
  }
  if (_steps >= _settings->max_steps) {
    fail(violation_kind::livelock, [&] {
      return fmt::format("the execution has not ended after {} steps; thread {} is at {}", _steps,
                         name_of_thread(self.id), check::describe(self.last));
    });
  }
  const step next = _strategy->choose(*this);
  if (next == abandon) {
    leave(outcome::abandoned);
  }
  begin_step(next);
  if (next.thread != self.id) {
    switch_to(_threads[next.thread]);
  }
}

void execution::make_somebody_runnable(thread& self) noexcept {
  if (_spinning != 0) {
    _now += idle_time;
    somebody_wrote();
  } else if (_unfinished != 0) {
    fail_blocked();
  } else if (self.id != 0) {
    switch_to(_threads[0]);
  }
}

void execution::begin_step(step next) noexcept {
  if (!allowed(next)) {
    fail(violation_kind::misuse, [&] {
      return fmt::format(
          "step {}: thread {} cannot continue: the trace does not fit the scenario, or the "
          "scenario depends on more than its schedule",
          _steps + 1, name_of_thread(next.thread));
    });
  }
  _schedule.push_back(next);
  _cycle.note_step(one(next.thread));
  ++_steps;
  _preemptions += static_cast<std::uint32_t>(is_preemption(next.thread));
  thread& chosen = _threads[next.thread];
  chosen.variant = next.variant;
  if ((_asleep & one(next.thread)) != 0) {
    _asleep &= ~one(next.thread);
    _timed &= ~one(next.thread);
    _runnable |= one(next.thread);
    chosen.woken = next.variant == spurious_variant ? wake_reason::spurious : wake_reason::timed_out;
  }
}

void execution::switch_to(thread& other) noexcept {
  thread& self = *std::exchange(_current, &other);
  fibers::fiber::switch_between(self.stack, other.stack);
  _current = &self;
}

void execution::advance(thread& other) noexcept {
  _advancer = _current;
  switch_to(other);
}

void execution::end_thread(thread& self) noexcept {
  _unfinished &= ~one(self.id);
  _runnable &= ~one(self.id);
  if (_advancer != nullptr) {
    switch_to(*std::exchange(_advancer, nullptr));
  } else {
    schedule_next(self);
  }
}

void execution::leave(outcome how) noexcept {
  _outcome = how;
  fibers::fiber::switch_between(_current->stack, _driver);
  __builtin_unreachable();
}

void execution::fail_blocked() noexcept {
  std::string message;
  bool lost = false;
  for_each(_unfinished, [&](thread_id id) {
    const operation& in = *_threads[id].pending;
    const bool changed = is_word_changed(_threads[id]);
    lost = lost || changed;
    message += fmt::format("{}thread {} sleeps forever at {} on {}{}", message.empty() ? "" : "; ",
                           name_of_thread(id), check::describe(in.where), describe(in.address),
                           changed ? ", which has changed since" : "");
  });
  fail(lost ? violation_kind::lost_wakeup : violation_kind::deadlock, [&] { return std::move(message); });
}

bool execution::is_preemption(thread_id next) const noexcept {
  return next != _current->id && (_runnable & one(_current->id)) != 0 && !_current->pausing;
}

execution::thread_set execution::timers_due() const noexcept {
  std::int64_t earliest = 0;
  thread_set due = 0;
  for_each(_timed, [&](thread_id id) {
    const std::int64_t deadline = _threads[id].pending->deadline;
    if (due == 0 || deadline < earliest) {
      earliest = deadline;
      due = 0;
    }
    if (deadline == earliest) {
      due |= one(id);
    }
  });
  return due;
}

bool execution::allowed(step what) const noexcept {
  if (what.thread == 0 || what.thread > _thread_count) {
    return false;
  }
  const thread_set chosen = one(what.thread);
  if ((_asleep & chosen) != 0) {
    return what.variant == spurious_variant || (what.variant == 0 && (timers_due() & chosen) != 0);
  }
  if ((_runnable & chosen) == 0) {
    return false;
  }
  if (what.variant == 0) {
    return true;
  }
  const thread& of = _threads[what.thread];
  const operation& next = *of.pending;
  if (what.variant == spurious_variant) {
    return next.kind == operation_kind::compare_exchange_weak;
  }
  if (next.kind == operation_kind::futex_wake) {
    std::array<thread_id, max_threads> sleepers{};
    return what.variant < sleepers_on(next.address, sleepers);
  }
  const location* const word = _memory.find(next.address);
  return _settings->weak && (next.kind == operation_kind::load || is_compare_exchange(next.kind)) &&
         word != nullptr && word->alive && what.variant <= _memory.older_readable(*word, next, of);
}

void execution::list_choices(choice_list& list, bool preemptions) const noexcept {
  list.clear();
  if ((_runnable & one(_current->id)) != 0) {
    add_choices(list, *_current);
    if (!preemptions && !_current->pausing) {
      return;
    }
  }
  for_each(_runnable & ~one(_current->id), [&](thread_id id) { add_choices(list, _threads[id]); });
  for_each(timers_due(), [&](thread_id id) { list.add({{id, 0}, is_preemption(id)}); });
  if (_spurious < _settings->spurious) {
    for_each(_asleep, [&](thread_id id) { list.add({{id, spurious_variant}, is_preemption(id)}); });
  }
}

void execution::add_choices(choice_list& list, const thread& of) const noexcept {
  const operation& next = *of.pending;
  const bool preempts = is_preemption(of.id);
  const auto add = [&](std::uint32_t variant) {
    list.add({{of.id, static_cast<std::uint8_t>(variant)}, preempts});
  };
  add(0);
  if (next.kind == operation_kind::futex_wake) {
    std::array<thread_id, max_threads> sleepers{};
    const std::size_t count = sleepers_on(next.address, sleepers);
    for (std::uint32_t nth = 1; nth < count; ++nth) {
      add(nth);
    }
    return;
  }
  const bool may_be_stale = next.kind == operation_kind::load || is_compare_exchange(next.kind);
  if (may_be_stale && _settings->weak && _stale_reads < _settings->stale_reads) {
    const location* const word = _memory.find(next.address);
    const std::uint32_t older = word == nullptr || !word->alive ? 0 : _memory.older_readable(*word, next, of);
    for (std::uint32_t distance = 1; distance <= older; ++distance) {
      // A successful compare-exchange writes, so it must read the newest message.
      if (next.kind == operation_kind::load || _memory.value_before(*word, distance) != next.expected) {
        add(distance);
      }
    }
  }
  if (next.kind == operation_kind::compare_exchange_weak && _spurious < _settings->spurious) {
    add(spurious_variant);
  }
}

std::uint64_t execution::spin_word() const noexcept {
  std::uint64_t word = 0;
  for_each(_unfinished, [&](thread_id id) {
    const std::uint64_t pauses = _threads[id].pauses < 7 ? _threads[id].pauses : 7;
    word |= (pauses << 1 | ((_spinning >> id) & 1)) << (spin_bits * id);
  });
  return word;
}

std::uint64_t execution::key_of(std::uint64_t events, std::uint64_t spinning, thread_id current,
                                std::uint32_t stale, std::uint32_t spurious) const noexcept {
  const std::uint64_t budgets = current | std::uint64_t{stale} << 8 | std::uint64_t{spurious} << 24;
  return mix(mix(events, spinning), budgets ^ static_cast<std::uint64_t>(_now) << 32);
}

std::uint64_t execution::state_key() const noexcept {
  return key_of(_events, spin_word(), _current->id, _stale_reads, _spurious);
}

std::uint64_t execution::key_after(step next_step) const noexcept {
  const thread& of = _threads[next_step.thread];
  const std::uint8_t variant = next_step.variant;
  const operation& next = *of.pending;
  if (!is_atomic_access(next.kind)) {
    return 0;
  }
  const location* const word = _memory.find(next.address);
  if (word == nullptr || !word->alive || word->kind != location_kind::atomic) {
    return 0;
  }
  const effect effect = _memory.evaluate(*word, next, variant);
  const bool changes = effect.writes && effect.value != _memory.newest_value(*word);
  const std::uint64_t own = std::uint64_t{1} << (spin_bits * of.id);
  return key_of(_events + _memory.hash_after(effect, hash_at_step(of)), changes ? 0 : spin_word() & ~own,
                of.id, _stale_reads + static_cast<std::uint32_t>(variant != 0 && variant != spurious_variant),
                _spurious + static_cast<std::uint32_t>(variant == spurious_variant));
}

}  // namespace cqs::check
