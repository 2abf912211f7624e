#include <checker/engine/execution.h>

#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

#include <checker/engine/failure.h>
#include <checker/engine/hash.h>
#include <support/fibers/demangle.h>

namespace cqs::check {

namespace {

/// The virtual clock begins at one second, so that a deadline in the past is a valid time.
constexpr std::int64_t beginning_of_time = 1'000'000'000;

}  // namespace

execution* execution::_active = nullptr;

execution::execution() : _memory(_addresses), _arena(_addresses) {
  for (thread_id id = 0; id < max_threads; ++id) {
    _threads[id].id = id;
  }
  _schedule.reserve(most_steps);
}

outcome execution::run(const program& program, strategy& strategy, const settings& settings,
                       recording* record) {
  reset(program, strategy, settings, record);
  _active = this;
  thread& main = _threads[0];
  main.stack.prepare(_addresses.stack(0), &execution::run_main, this);
  fibers::fiber::switch_between(_driver, main.stack);
  _active = nullptr;
  return _outcome;
}

void execution::reset(const program& program, strategy& strategy, const settings& settings,
                      recording* record) {
  _program = &program;
  _strategy = &strategy;
  _settings = &settings;
  _recording = record;
  _phase = phase::setup;
  _violation = {};
  _schedule.clear();
  _memory.reset(settings.weak);
  _arena.reset();
  _thread_count = static_cast<thread_id>(program.thread_count());
  for (thread_id id = 0; id <= _thread_count; ++id) {
    thread& made = _threads[id];
    const fibers::fiber stack = made.stack;
    made = {};
    made.stack = stack;
    made.id = id;
    made.clock.set(id, 1);
    made.hash = mix(id, 1);
  }
  _current = &_threads[0];
  _advancer = nullptr;
  _cycle.restart();
  _unfinished = _runnable = _spinning = _asleep = _timed = 0;
  _steps = _preemptions = _stale_reads = _spurious = _sleeps = _stamps = 0;
  _now = beginning_of_time;
  _events = _ends = 0;
}

void execution::run_main(void* argument) {
  execution& self = *static_cast<execution*>(argument);
  self.guard([&] {
    self._world = self._program->make_world();
    self.start_threads();
    self.schedule_next(self._threads[0]);  // returns when all threads have ended
    self._phase = phase::finish;
    for (thread_id id = 1; id <= self._thread_count; ++id) {
      self._threads[0].clock.join(self._threads[id].clock);
    }
    self._program->finish(self._world);
  });
  self.check_leaks();
  self.leave(outcome::completed);
}

template <class Body>
void execution::guard(Body body) {
  try {
    body();
    return;
  } catch (const std::exception& escaped) {
    note_violation(violation_kind::escaped_exception, escaped.what());
  } catch (...) {
    note_violation(violation_kind::escaped_exception, "not a std::exception");
  }
  // Outside the handlers: inside them, the exception would never be freed.
  _violation.message =
      fmt::format("thread {} ended by an exception: {}", name_of_thread(_current->id), _violation.message);
  leave(outcome::violated);
}

void execution::start_threads() {
  for (thread_id id = 1; id <= _thread_count; ++id) {
    thread& started = _threads[id];
    started.clock.join(_threads[0].clock);
    started.stack.prepare(_addresses.stack(id), &execution::run_thread, &started);
    _unfinished |= one(id);
  }
  _threads[0].clock.advance(0);
  _phase = phase::concurrent;
  for (thread_id id = 1; id <= _thread_count; ++id) {
    advance(_threads[id]);
  }
  _strategy->begin(*this);
}

void execution::run_thread(void* argument) {
  execution& now = *_active;
  thread& self = *static_cast<thread*>(argument);
  now.guard([&] { now._program->run_thread(self.id - 1U, now._world); });
  now.end_thread(self);
}

void execution::check_leaks() {
  if (const allocation* const leaked = _arena.first_leak()) {
    fail(violation_kind::leak, [&] {
      return fmt::format("{} object(s) left, the first: {}", _arena.live(), describe(leaked->address));
    });
  }
}

void execution::construct(const void* address, location_kind kind, std::uint64_t value, site where) noexcept {
  _memory.construct(address, kind, value, *_current, where);
}

void execution::destruct(const void* address) noexcept {
  std::array<thread_id, max_threads> sleepers{};
  if (_asleep != 0 && sleepers_on(address, sleepers) != 0) {
    fail(violation_kind::use_after_free, [&] {
      return fmt::format("thread {} destroys {} while thread {} sleeps on it", name_of_thread(_current->id),
                         describe(address), name_of_thread(sleepers[0]));
    });
  }
  _memory.destroy(address, *_current);
}

void* execution::allocate(std::size_t size, std::size_t alignment, const std::type_info& type,
                          bool internal) {
  if (_current->allocations_until_failure != 0 && !internal && --_current->allocations_until_failure == 0) {
    throw std::bad_alloc();
  }
  allocation* const made = _arena.allocate(_current->id, size, alignment);
  if (made == nullptr) {
    fail(violation_kind::misuse, [&] {
      return fmt::format("thread {} has created more than {} bytes of objects", name_of_thread(_current->id),
                         address_space::arena_size);
    });
  }
  made->type = &type;
  made->internal = internal;
  made->created = _current->last;
  return made->address;
}

void execution::begin_free(void* address) noexcept {
  allocation* const freed = _arena.find(address);
  if (freed == nullptr || freed->address != address) {
    fail(violation_kind::double_free, [&] {
      // Without the address, which differs between replays.
      return fmt::format("thread {} destroys an object that was never created (after {})",
                         name_of_thread(_current->id), check::describe(_current->last));
    });
  }
  if (!freed->alive) {
    fail(violation_kind::double_free, [&] {
      return fmt::format("thread {} (after {}) destroys {} again", name_of_thread(_current->id),
                         check::describe(_current->last), describe(address));
    });
  }
  freed->alive = false;
  freed->destroyer = _current->id;
  freed->destroyed = _current->last;
}

void execution::stamp_beginning(beginning& where) noexcept {
  begin_call(*_current);  // the previous call may have made no step
  _current->stamp_next_step = &where;
}

void execution::stamp_end(ending& where) noexcept {
  begin_call(*_current);
  _ends += mix(_current->hash, 3);
  where.time = ++_stamps;
  where.thread = _current->id;
  where.tick = static_cast<vector_clock::tick>(_current->clock.at(_current->id) - 1);
}

void execution::note_sleep(thread& self) noexcept {
  if (self.stamp_sleep != nullptr) {
    stamp_end(*std::exchange(self.stamp_sleep, nullptr));
  }
}

void execution::begin_call(thread& self) noexcept {
  if (self.stamp_next_step != nullptr) {
    self.hash = hash_at_step(self);
    beginning& begun = *std::exchange(self.stamp_next_step, nullptr);
    begun.time = ++_stamps;
    begun.known = self.clock;
  }
}

std::uint64_t execution::hash_at_step(const thread& of) const noexcept {
  // A new call begins after all ended calls. On weak memory, only happens-before counts.
  return of.stamp_next_step == nullptr || _settings->weak ? of.hash : mix(of.hash, _ends);
}

void execution::order_after(std::uint64_t& token) noexcept {
  see(*_current, mix(_current->hash, token));
  token = _current->hash;
}

std::string execution::describe(const void* address) {
  const location* const found = _memory.find(address);
  std::string text = found == nullptr                       ? "object"
                     : found->kind == location_kind::atomic ? "atomic"
                                                            : "plain data";
  if (found != nullptr) {
    text += fmt::format(" created at {}", check::describe(found->created));
  }
  const allocation* const inside = _arena.find(address);
  if (inside != nullptr) {
    const auto offset = static_cast<const std::byte*>(address) - inside->address;
    text += fmt::format(" in {}+{} of thread {}", fibers::demangle(*inside->type), offset,
                        name_of_thread(inside->creator));
    if (!inside->alive) {
      text += fmt::format(" (freed by thread {} after {})", name_of_thread(inside->destroyer),
                          check::describe(inside->destroyed));
    }
  } else if (found != nullptr) {
    text += fmt::format(" on the stack of thread {}", name_of_thread(found->creator));
  }
  return text;
}

void execution::note_violation(violation_kind kind, std::string message) noexcept {
  _violation = {kind, std::move(message)};
}

void record_violation(violation_kind kind, std::string message) noexcept {
  execution::active()->note_violation(kind, std::move(message));
}

void drop_execution() noexcept {
  execution::active()->leave(outcome::violated);
}

std::string describe(const void* address) {
  return execution::active()->describe(address);
}

std::string describe(const site& where) {
  const std::string_view file = where.file;
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), where.line);
}

}  // namespace cqs::check
