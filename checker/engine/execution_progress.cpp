// Progress: the search for fair cycles of an execution.
//
// A fair cycle is a part of an execution that ends in the state in which it began, and in which each thread that could
// run has run. The threads can repeat it forever, and no scheduler is to blame. Threads of a scenario are finite, so
// this is a livelock, or a lost wake-up if a sleeper's word has changed meanwhile.
//
// States are compared as they are in memory, not by their history: the threads' stacks and registers, the objects, the
// newest value of each atomic, and who may run. Equal states have equal continuations, so a reported cycle is real.
// The clock and deadlines are not part of a state: the search begins anew when a thread reads the clock or sleeps with a
// deadline. The search misses cycles in which something changes that no thread looks at, such as the address of a new
// object; those executions end at the limit of steps.

#include <csetjmp>
#include <cstring>

#include <fmt/format.h>

#include <checker/engine/execution.h>
#include <checker/engine/failure.h>
#include <checker/engine/hash.h>

#if defined(__SANITIZE_ADDRESS__)
#define CQS_READS_ANY_MEMORY __attribute__((no_sanitize("address")))
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CQS_READS_ANY_MEMORY __attribute__((no_sanitize("address")))
#endif
#endif
#ifndef CQS_READS_ANY_MEMORY
#define CQS_READS_ANY_MEMORY
#endif

namespace cqs::check {

namespace {

/// The part of a stack that the checker itself uses in a step, at most.
constexpr std::size_t own_frames = 4096;

/// Hashes memory of any type, also between objects.
CQS_READS_ANY_MEMORY std::uint64_t hash_of_memory(const std::byte* from, const std::byte* to,
                                                  std::uint64_t seed) noexcept {
  using word [[gnu::may_alias]] = std::uint64_t;
  using byte [[gnu::may_alias]] = unsigned char;
  std::uint64_t hash = seed;
  while (from < to && reinterpret_cast<std::uintptr_t>(from) % sizeof(word) != 0) {
    hash = mix(hash, *reinterpret_cast<const byte*>(from++));
  }
  for (; from + sizeof(word) <= to; from += sizeof(word)) {
    hash = mix(hash, *reinterpret_cast<const word*>(from));
  }
  while (from < to) {
    hash = mix(hash, *reinterpret_cast<const byte*>(from++));
  }
  return hash;
}

/// An address below the whole frame of the caller.
[[gnu::noinline]] const std::byte* below_caller() noexcept {
  return static_cast<const std::byte*>(__builtin_frame_address(0));
}

/// Hashes the registers that a call preserves. The caller's caller may keep its variables there. Some are in the frame of
/// the caller already, which ends at `top`.
[[gnu::noinline]] std::uint64_t hash_of_registers(const std::byte* top) noexcept {
  std::jmp_buf registers;
  std::memset(static_cast<void*>(&registers), 0, sizeof registers);
  // Nothing jumps here: this is the portable way to read the registers.
  static_cast<void>(setjmp(registers));  // NOLINT(cert-err52-cpp,modernize-avoid-setjmp-longjmp)
  asm volatile("" : : "r"(&registers) : "memory");
  return hash_of_memory(below_caller(), top, 1);
}

/// Clears the stack below the caller. What the checker leaves there depends on the history, and gaps in later frames of
/// the thread would show it.
[[gnu::noinline]] void clear_below() noexcept {
  std::byte used[own_frames];
  std::memset(used, 0, sizeof used);
  asm volatile("" : : "r"(&used) : "memory");
}

}  // namespace

void execution::perform(operation& what) noexcept {
  if (_steps < _settings->search_cycles_after) [[likely]] {
    make_step(what);
    return;
  }
  thread& self = *_current;
  const auto* const frame = static_cast<const std::byte*>(__builtin_frame_address(0));
  self.frame = frame + 2 * sizeof(void*);  // above the return address
  self.registers = hash_of_registers(self.frame);
  make_step(what);
  if (frame - own_frames > current_stack().data() + own_frames) {
    clear_below();
  }
}

void execution::look_for_cycle() noexcept {
  if (_timed != 0) {
    _cycle.restart();
    return;
  }
  const std::uint32_t length = _cycle.visit(hash_of_state(), _steps);
  if (length != 0 && (_unfinished & ~_asleep & ~_cycle.moved()) == 0) {
    fail_cycle(length);
  }
}

std::uint64_t execution::hash_of_state() const noexcept {
  std::uint64_t hash =
      mix(_unfinished | std::uint64_t{_runnable} << 32, _asleep | std::uint64_t{_spinning} << 32);
  hash = mix(hash, _current->id | std::uint64_t{_stale_reads} << 8 | std::uint64_t{_spurious} << 32);
  for (thread_id id = 1; id <= _thread_count; ++id) {
    if ((_unfinished & one(id)) != 0) {
      hash = mix(hash, hash_of_thread(_threads[id]));
    }
  }
  hash = _arena.fold_alive(hash, [](std::uint64_t sum, const allocation& each) {
    return hash_of_memory(each.address, each.address + each.size,
                          mix(sum, reinterpret_cast<std::uintptr_t>(each.address)));
  });
  return _memory.hash_of_values(hash);
}

std::uint64_t execution::hash_of_thread(const thread& of) const noexcept {
  std::uint32_t asleep_before = 0;
  for (thread_id id = 1; id <= _thread_count; ++id) {
    asleep_before +=
        static_cast<std::uint32_t>((_asleep & one(id)) != 0 && _threads[id].sleep_order < of.sleep_order);
  }
  const std::uint32_t pauses = of.pauses <= _settings->patience ? of.pauses : _settings->patience + 1;
  std::uint64_t hash = mix(of.registers, reinterpret_cast<std::uintptr_t>(of.frame));
  hash = mix(hash, pauses | std::uint64_t{asleep_before} << 32);
  hash = mix(hash, of.allocations_until_failure | std::uint64_t{of.pausing} << 32 |
                       std::uint64_t{of.yielded} << 33 | std::uint64_t{of.pause_is_stamped} << 34 |
                       static_cast<std::uint64_t>(of.woken) << 40);
  if (of.frame == nullptr) {  // the thread has made no step since the search began
    return hash;
  }
  const auto stack = _addresses.stack(of.id);
  return hash_of_memory(of.frame, stack.data() + stack.size(), hash);
}

void execution::fail_cycle(std::uint32_t length) noexcept {
  std::string running;
  std::string blocked;
  bool lost = false;
  for (thread_id id = 1; id <= _thread_count; ++id) {
    if ((_unfinished & one(id)) == 0) {
      continue;
    }
    const thread& each = _threads[id];
    if ((_asleep & one(id)) != 0) {
      const bool changed = is_word_changed(each);
      lost = lost || changed;
      blocked += fmt::format("; thread {} sleeps at {} on {}{}", name_of_thread(id),
                             check::describe(each.pending->where), describe(each.pending->address),
                             changed ? ", which has changed since" : "");
    } else {
      running += fmt::format("{}{} at {}", running.empty() ? "" : ", ", name_of_thread(id),
                             check::describe(each.last));
    }
  }
  fail(lost ? violation_kind::lost_wakeup : violation_kind::livelock, [&] {
    return fmt::format("a fair cycle: the threads that can run repeat {} steps forever ({}){}", length,
                       running, blocked);
  });
}

bool execution::is_word_changed(const thread& sleeper) const noexcept {
  const location* const word = _memory.find(sleeper.pending->address);
  return word != nullptr && _memory.newest_value(*word) != sleeper.pending->expected;
}

}  // namespace cqs::check
