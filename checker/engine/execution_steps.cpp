// The effects of steps on an execution.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <checker/engine/execution.h>
#include <checker/engine/failure.h>
#include <checker/engine/hash.h>

namespace cqs::check {

void execution::make_step(operation& what) noexcept {
  thread& self = *_current;
  self.pending = &what;
  self.last = what.where;
  if (_phase == phase::concurrent) {
    wait_for_turn(self);
  } else {
    self.variant = 0;
  }
  if (++self.steps > most_steps) {
    fail(violation_kind::livelock, [&] {
      return fmt::format("thread {} has made {} steps, the last at {}", name_of_thread(self.id),
                         self.steps - 1, check::describe(what.where));
    });
  }
  begin_call(self);
  execute(self, what);
}

void execution::pause(bool yields, site where) noexcept {
  thread& self = *_current;
  if (self.pausing || _phase != phase::concurrent) {
    operation what;
    what.kind = operation_kind::pause;
    what.where = where;
    perform(what);
    return;
  }
  if (self.pause_is_stamped) {
    note_sleep(self);
  }
  // A pause is not a step: it lets other threads run before the thread's next operation.
  self.pausing = true;
  self.yielded = yields;
  self.pauses = static_cast<std::uint8_t>(std::min(self.pauses + 1, 255));
}

std::int64_t execution::now(site where) noexcept {
  operation what;
  what.kind = operation_kind::read_clock;
  what.where = where;
  perform(what);
  return _now;
}

void execution::execute(thread& self, operation& what) noexcept {
  switch (what.kind) {
    case operation_kind::futex_wait:
    case operation_kind::futex_wait_until:
      wait(self, what);
      break;
    case operation_kind::futex_wake:
      wake(self, what);
      break;
    case operation_kind::read_clock:
      _cycle.restart();
      see(self, mix(self.hash, static_cast<std::uint64_t>(_now)));
      self.clock.advance(self.id);
      note(self, what, 0, "");
      break;
    case operation_kind::pause:
      self.pauses = static_cast<std::uint8_t>(std::min(self.pauses + 1, 255));
      self.pausing = true;
      [[fallthrough]];
    case operation_kind::step:
      see(self, mix(self.hash, 5));
      self.clock.advance(self.id);
      note(self, what, 0, what.label);
      break;
    default:
      access(self, what);
      break;
  }
}

void execution::see(thread& self, std::uint64_t hash) noexcept {
  self.hash = hash;
  _events += hash;
}

void execution::somebody_wrote() noexcept {
  _runnable |= std::exchange(_spinning, 0);
  for (thread_id id = 1; id <= _thread_count; ++id) {
    _threads[id].pauses = 0;
  }
}

void execution::access(thread& self, operation& what) noexcept {
  location& word = _memory.atomic_at(what.address, self, what.where);
  const effect effect = _memory.evaluate(word, what, self.variant);
  const bool changes = effect.writes && effect.value != _memory.newest_value(word);
  see(self, _memory.hash_after(effect, self.hash));
  what.value = _memory.commit(word, what, effect, self);
  what.success = effect.success;
  if (self.variant != 0) {
    ++(self.variant == spurious_variant ? _spurious : _stale_reads);
  }
  if (changes) {
    somebody_wrote();
  }
  note(self, what, effect.writes ? effect.value : what.value, effect.success ? "" : "fails");
}

void execution::wait(thread& self, operation& what) noexcept {
  location& word = _memory.atomic_at(what.address, self, what.where);
  memory::note_access(word, self, what.where);
  what.value = _memory.newest_value(word);
  self.hash = mix(self.hash, _memory.newest_token(word));
  const bool timed = what.kind == operation_kind::futex_wait_until;
  const bool too_late = timed && what.deadline <= _now;
  self.clock.advance(self.id);
  what.success = true;
  if (what.value != what.expected || too_late) {
    what.success = what.value != what.expected;
    see(self, self.hash + static_cast<std::uint64_t>(too_late));
    note(self, what, what.value, what.success ? "the value differs" : "the deadline is over");
    return;
  }
  if (_phase != phase::concurrent) {
    fail(violation_kind::deadlock, [&] {
      return fmt::format("the main thread sleeps at {}, and no thread can wake it",
                         check::describe(what.where));
    });
  }
  leave_trace_on_sleepers(self, what);
  sleep(self, what);
}

void execution::leave_trace_on_sleepers(thread& self, const operation& what) noexcept {
  // Only the address counts: the word may be destroyed, and constructions may have moved the locations.
  location* const word = _memory.find(what.address);
  see(self, mix(mix(self.hash, word == nullptr ? 7 : word->sleepers_token), self.variant));
  if (word != nullptr) {
    word->sleepers_token = self.hash;
  }
}

void execution::sleep(thread& self, operation& what) noexcept {
  note(self, what, what.value, "sleeps");
  note_sleep(self);
  _runnable &= ~one(self.id);
  _asleep |= one(self.id);
  if (what.kind == operation_kind::futex_wait_until) {
    _timed |= one(self.id);
  }
  self.sleep_order = ++_sleeps;
  schedule_next(self);
  if (self.woken == wake_reason::woken) {
    return;
  }
  leave_trace_on_sleepers(self, what);
  if (self.woken == wake_reason::spurious) {
    ++_spurious;
    note(self, what, what.value, "wakes spuriously");
    return;
  }
  what.success = false;
  if (what.deadline > _now) {
    _now = what.deadline;
    somebody_wrote();
  }
  note(self, what, what.value, "its deadline passes");
}

void execution::wake(thread& self, operation& what) noexcept {
  leave_trace_on_sleepers(self, what);
  self.clock.advance(self.id);
  std::array<thread_id, max_threads> sleepers{};
  const std::size_t count = sleepers_on(what.address, sleepers);
  if (count == 0) {
    note(self, what, 0, "no thread sleeps");
    return;
  }
  thread& woken = _threads[sleepers[self.variant]];
  note(self, what, 0, "wakes a thread");
  _asleep &= ~one(woken.id);
  _timed &= ~one(woken.id);
  woken.hash = mix(woken.hash, self.hash);
  woken.woken = wake_reason::woken;
  advance(woken);
}

std::size_t execution::sleepers_on(const void* address,
                                   std::array<thread_id, max_threads>& found) const noexcept {
  std::size_t count = 0;
  for (thread_set left = _asleep; left != 0; left &= left - 1) {
    const auto id = static_cast<thread_id>(__builtin_ctz(left));
    if (_threads[id].pending->address == address) {
      found[count++] = id;
    }
  }
  std::sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count),
            [this](thread_id a, thread_id b) { return _threads[a].sleep_order < _threads[b].sleep_order; });
  return count;
}

void execution::note(const thread& self, const operation& what, std::uint64_t after, const char* remark) {
  if (_recording == nullptr || _phase != phase::concurrent) {
    return;
  }
  record& added = _recording->emplace_back();
  added.what = {self.id, self.variant};
  added.kind = what.kind;
  added.order = what.order;
  added.where = what.where;
  if (what.address != nullptr) {
    added.object = describe(what.address);
  }
  added.has_values = what.kind <= operation_kind::futex_wait_until;
  added.before = what.value;
  added.after = after;
  added.remark = remark;
}

}  // namespace cqs::check
