#include "simulator/engine/simulation.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cqs::simulator {

simulation* simulation::_active = nullptr;

simulation::simulation(const simulator::machine& machine)
    : _machine(machine), _memory(machine, _addresses), _processors(machine.processors().size()) {
  for (std::size_t i = 0; i < _processors.size(); ++i) {
    _processors[i].os_index = machine.processors()[i].os_index;
    _processors[i].core = machine.processors()[i].core;
  }
  for (processor& p : _processors) {
    for (const processor& other : _processors) {
      if (&other != &p && other.core == p.core) {
        p.siblings.push_back(&other);
      }
    }
  }
}

simulation::~simulation() = default;

void simulation::run(std::function<void()> program) {
  if (_active != nullptr) {
    throw std::logic_error("a simulation cannot run inside another simulation");
  }
  thread& main = start(std::move(program), std::nullopt);
  const auto* const first = _events.next();
  static_cast<void>(first);
  _active = this;
  _current = &main;
  fibers::fiber::switch_between(_driver, main.fiber);
  _active = nullptr;
  _current = nullptr;
  if (_stuck) {
    throw std::runtime_error("deadlock: all simulated threads wait");
  }
  if (main.failure) {
    std::rethrow_exception(main.failure);
  }
}

thread& simulation::start(std::function<void()> body, std::optional<unsigned> os_index, bool pinned) {
  if (_threads.size() == address_space::most_threads) {
    throw std::runtime_error("too many simulated threads");
  }
  thread& made = _threads.emplace_back();
  made.index = _threads.size() - 1;
  made.body = std::move(body);
  made.now = _current == nullptr ? 0 : now();
  made.pinned = pinned;
  if (os_index) {
    const auto found = std::ranges::find(_processors, *os_index, &processor::os_index);
    if (found == _processors.end()) {
      throw std::logic_error("the simulated machine has no processor of this number");
    }
    made.processor = &*found;
    made.core = found->core;
    made.ran = found->least_ran;
  }
  made.fiber.prepare(_addresses.stack(made.index), &begin_thread, &made);
  _events.plan(made.now, made, made.processor == nullptr ? events::kind::go_on : events::kind::wake);
  return made;
}

void simulation::begin_thread(void* self) {
  thread& me = *static_cast<thread*>(self);
  try {
    me.body();
  } catch (...) {
    me.failure = std::current_exception();
  }
  _active->end(me);
}

void simulation::end(thread& self) {
  self.ended = true;
  for (thread* waiting : self.joining) {
    _events.plan(std::max(self.now, waiting->now), *waiting, events::kind::wake);
  }
  leave_processor(self);
  if (self.index == 0) {  // the program has ended, so the simulation ends
    fibers::fiber::switch_between(self.fiber, _driver);
  }
  dispatch();
  std::terminate();  // no thread switches to an ended thread
}

void simulation::join(thread& other) {
  if (!other.ended) {
    thread& self = *_current;
    other.joining.push_back(&self);
    self.event = 0;
    leave_processor(self);
    dispatch();
  }
  if (other.failure) {
    std::rethrow_exception(std::exchange(other.failure, nullptr));
  }
}

void simulation::sleep_until(picoseconds time) {
  thread& self = *_current;
  if (time > self.now) {
    _events.plan(time, self, events::kind::wake);
    leave_processor(self);
    dispatch();
  }
}

void simulation::work(std::uint64_t iterations) {
  thread& self = *_current;
  self.polling.other = true;
  picoseconds time = _machine.costs().work * static_cast<picoseconds>(iterations);
  // A busy-waiting sibling leaves the units of the core to this thread.
  const auto busy = [](const processor* p) { return p->current != nullptr && !p->current->polling.watching; };
  if (self.processor != nullptr && std::ranges::any_of(self.processor->siblings, busy)) {
    time = static_cast<picoseconds>(static_cast<double>(time) * _machine.costs().smt_slowdown);
  }
  go_on_at(self.now + time);
}

picoseconds simulation::begin(thread& self, const void* address, access_kind kind, fibers::site where) {
  polling& p = self.polling;
  p.looks_owed = 0;
  if (kind == access_kind::rmw && self.stored > self.now) {
    go_on_at(self.stored);  // a locked instruction waits for all earlier stores
  }
  const auto answer = _memory.access(self, address, kind, where);
  if (answer.waits) {
    wait_for(answer.line);
  } else if (!answer.hit && kind != access_kind::store) {
    go_on_at(answer.done);
  }
  if (kind == access_kind::load) {
    p.other = p.other || (p.looked && p.address != address);
    if (p.address != address) {
      p.streak = 0;
    }
    p.looked = true;
    p.address = address;
    p.line = &answer.line;
  } else {
    p.other = true;
    if (kind == access_kind::store) {
      self.stored = std::max(self.stored, answer.owned);
    }
    if (!answer.line.watchers.empty()) {
      wake_watchers(answer.line, self);
    }
  }
  return std::max(answer.done, self.now);
}

void simulation::wait_for(line& busy) {
  _current->event = 0;
  if (!std::exchange(busy.grant_planned, true)) {
    _events.plan_grant(std::max(now(), busy.busy_until), busy);
  }
  dispatch();
}

void simulation::grant(line& free, picoseconds time) {
  free.grant_planned = false;
  if (free.busy_until <= time) {
    const auto granted = _memory.serve_next(free, time);
    if (granted.kind == access_kind::store) {
      granted.who.stored = std::max(granted.who.stored, granted.owned);
    }
    _events.plan(granted.done, granted.who, events::kind::go_on);
  }
  if (!free.waiting.empty()) {
    free.grant_planned = true;
    _events.plan_grant(free.busy_until, free);
  }
}

void simulation::read_clock() {
  _current->polling.other = true;
  spend(_machine.costs().clock);
}

picoseconds simulation::about(picoseconds time) {
  if (_machine.costs().jitter == 0) {
    return time;
  }
  _luck = _luck * 1664525U + 1013904223U;
  const double share = static_cast<double>(_luck >> 8) / static_cast<double>(1U << 23) - 1;  // from -1 to 1
  return time + static_cast<picoseconds>(static_cast<double>(time) * _machine.costs().jitter * share);
}

void simulation::wake_watchers(line& changed, const thread& writer) {
  for (thread* w : std::exchange(changed.watchers, {})) {
    polling& p = w->polling;
    if (!p.watching || p.line != &changed) {
      continue;
    }
    const picoseconds late = writer.now - p.first_look;
    const auto looks = late <= 0 ? 0 : static_cast<std::uint32_t>((late - 1) / p.period + 1);
    p.looks_owed = std::min(looks, p.most_looks);
    p.watching = false;
    _events.plan(p.first_look + p.period * p.looks_owed, *w, events::kind::go_on);
  }
}

void simulation::pause() {
  poll(_machine.costs().pause);
}

void simulation::yield() {
  thread& self = *_current;
  if (self.processor == nullptr || self.processor->queue.empty()) {
    poll(_machine.costs().syscall);
    return;
  }
  self.polling = {};
  self.now += about(_machine.costs().syscall);
  preempt(self);
}

void simulation::poll(picoseconds step) {
  thread& self = *_current;
  polling& p = self.polling;
  const bool again = p.looked && !p.other;
  p.looked = p.other = false;
  if (p.looks_owed > 0) {
    --p.looks_owed;
    return;
  }
  p.streak = again ? p.streak + 1 : 0;
  // A read that finds the line unchanged in its own cache need not be simulated individually. Only the code
  // knows when it will have read often enough. So the simulation skips at most an eighth of the reads made so
  // far; a bounded busy-wait ends at most this late.
  p.most_looks = std::min<std::uint32_t>(p.streak / 8, 64);
  if (p.most_looks == 0 || !p.line->holders[self.core]) {
    go_on_at(self.now + step);
    return;
  }
  p.period = step + _machine.costs().load_hit;
  p.first_look = self.now + step;
  p.looks_owed = p.most_looks;
  const picoseconds end = p.first_look + p.period * p.most_looks;
  if (!_events.none_until(end)) {
    p.watching = true;
    if (std::ranges::find(p.line->watchers, &self) == p.line->watchers.end()) {
      p.line->watchers.push_back(&self);
    }
    _events.plan(end, self, events::kind::go_on);
    dispatch();
    p.watching = false;
  } else {
    self.now = end;
  }
  p.streak += p.looks_owed;
  if (must_give_way(self)) {
    preempt(self);
  }
}

void simulation::futex_wait(const std::uint32_t& word, std::uint32_t expected, fibers::site where) {
  futex_wait_until(word, expected, forever, where);
}

bool simulation::futex_wait_until(const std::uint32_t& word, std::uint32_t expected, picoseconds until,
                                  fibers::site where) {
  thread& self = *_current;
  spend(about(_machine.costs().syscall));
  const picoseconds done = begin(self, &word, access_kind::load, where);
  self.polling.other = true;
  if (word != expected || until <= self.now) {
    const bool in_time = word != expected;
    go_on_at(done);
    return in_time;
  }
  _sleepers[&word].push_back(&self);
  self.sleeps_on = &word;
  sleep(self, done + _machine.costs().sleep, until);
  return !std::exchange(self.timed_out, false);
}

void simulation::sleep(thread& self, picoseconds asleep, picoseconds until) {
  self.now = asleep;
  ++self.voluntary_switches;
  if (until != forever) {
    _events.plan(std::max(until, asleep), self, events::kind::time_out);
  } else {
    self.event = 0;
  }
  leave_processor(self);
  dispatch();
}

void simulation::futex_wake_one(const void* address) {
  const auto& costs = _machine.costs();
  _current->polling.other = true;
  spend(about(costs.syscall));
  const auto found = _sleepers.find(address);
  if (found == _sleepers.end()) {
    return;
  }
  thread& woken = *found->second.front();
  end_sleep(woken);
  const picoseconds awake = std::max(now(), woken.now);
  _events.plan(awake + wake_up_time(woken.processor, awake), woken, events::kind::wake);
  spend(about(costs.wake));
}

picoseconds simulation::wake_up_time(const processor* where, picoseconds time) {
  const auto& costs = _machine.costs();
  if (where == nullptr) {
    return about(costs.wake_latency);
  }
  if (where->current != nullptr) {
    return about(costs.wake);
  }
  // A core sleeps as deep as that of its threads which sleeps least.
  picoseconds slept = time - where->idle_since;
  for (const processor* sibling : where->siblings) {
    slept = sibling->current != nullptr ? 0 : std::min(slept, time - sibling->idle_since);
    if (slept <= 0) {
      break;
    }
  }
  return about(costs.wake_latency + _machine.idle_exit(slept));
}

void simulation::end_sleep(thread& sleeper) {
  const auto found = _sleepers.find(std::exchange(sleeper.sleeps_on, nullptr));
  std::erase(found->second, &sleeper);
  if (found->second.empty()) {
    _sleepers.erase(found);
  }
}

void* simulation::allocate(std::size_t size, std::size_t alignment, const std::type_info& type) {
  spend(_machine.costs().allocation);
  return _addresses.allocate(_current->index, size, alignment, type);
}

void simulation::free(void* memory, std::size_t size, const std::type_info& type) {
  _addresses.free(_current->index, memory, size, type);
  spend(_machine.costs().allocation);
}

void simulation::go_on_at(picoseconds time) {
  thread& self = *_current;
  self.now = time;
  if (!_events.none_until(time)) {
    _events.plan(time, self, events::kind::go_on);
    dispatch();
  }
  if (must_give_way(self)) {
    preempt(self);
  }
}

void simulation::dispatch() {
  for (;;) {
    const auto* const next = _events.next();
    if (next == nullptr) {
      _stuck = true;
      fibers::fiber::switch_between(_current->fiber, _driver);
      std::terminate();
    }
    thread* const who = next->thread;
    switch (next->kind) {
      case events::kind::go_on:
        who->now = std::max(who->now, next->time);
        if (who != _current) {
          switch_to(*who);
        }
        return;
      case events::kind::grant:
        grant(*next->line, next->time);
        break;
      case events::kind::time_out:
        end_sleep(*who);
        who->timed_out = true;
        [[fallthrough]];
      case events::kind::wake:
        make_runnable(*who, next->time);
        break;
    }
  }
}

void simulation::switch_to(thread& other) {
  thread& self = *_current;
  _current = &other;
  fibers::fiber::switch_between(self.fiber, other.fiber);
}

bool simulation::must_give_way(const thread& self) const noexcept {
  const processor* const p = self.processor;
  return p != nullptr && !p->queue.empty() &&
         (p->give_way || self.now - self.slice_begin >= _machine.costs().quantum);
}

void simulation::preempt(thread& self) {
  ++self.involuntary_switches;
  self.event = 0;
  processor& p = *self.processor;
  leave_processor(self);
  p.queue.push_back(&self);
  dispatch();
}

void simulation::leave_processor(thread& self) {
  processor* const p = self.processor;
  if (p == nullptr || p->current != &self) {
    return;
  }
  self.ran += self.now - self.slice_begin;
  p->current = nullptr;
  p->give_way = false;
  if (p->queue.empty()) {
    p->idle_since = self.now;
    return;
  }
  const auto next = std::ranges::min_element(p->queue, {}, &thread::ran);
  thread& chosen = **next;
  p->queue.erase(next);
  p->least_ran = std::max(p->least_ran, chosen.ran);
  p->current = &chosen;
  chosen.slice_begin = std::max(self.now, chosen.now) + _machine.costs().context_switch;
  _events.plan(chosen.slice_begin, chosen, events::kind::go_on);
}

void simulation::make_runnable(thread& woken, picoseconds time) {
  woken.now = std::max(woken.now, time);
  if (woken.processor == nullptr) {
    _events.plan(woken.now, woken, events::kind::go_on);
    return;
  }
  if (!woken.pinned && woken.processor->current != nullptr) {
    const auto idle = std::ranges::find(_processors, nullptr, &processor::current);
    if (idle != _processors.end()) {
      woken.processor = &*idle;
      woken.core = idle->core;
    }
  }
  place(woken, time);
}

void simulation::place(thread& woken, picoseconds time) {
  processor& p = *woken.processor;
  // A thread that slept for a long time gets a limited credit.
  woken.ran = std::max(woken.ran, p.least_ran - _machine.costs().sleeper_credit);
  if (p.current == nullptr) {
    p.current = &woken;
    woken.slice_begin = woken.now;
    _events.plan(woken.now, woken, events::kind::go_on);
    return;
  }
  woken.event = 0;
  p.queue.push_back(&woken);
  const picoseconds ran_now = p.current->ran + std::max<picoseconds>(time - p.current->slice_begin, 0);
  p.give_way = p.give_way || ran_now - woken.ran > _machine.costs().wakeup_granularity;
}

}  // namespace cqs::simulator
