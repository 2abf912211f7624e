#pragma once

#include <cstdint>
#include <optional>

namespace cqs::harness {

/// What a thread has used of the machine so far. A counter that this machine does not have is absent.
struct thread_usage {
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
  std::uint64_t cpu_ns = 0;                        ///< it ran
  std::optional<std::uint64_t> runnable_ns = {};   ///< it could run, and another thread ran in its place
  std::optional<std::uint64_t> migrations = {};    ///< from one processor to another
  std::optional<std::uint64_t> cycles = {};        ///< of the processor, in user space
  std::optional<std::uint64_t> instructions = {};  ///< in user space
  std::optional<std::uint64_t> cache_misses = {};  ///< of the last level, in user space

  /// Through the platform of measured cells. What a library calls is not among them.
  std::optional<std::uint64_t> futex_calls = {};

  /// Adds what was used between two moments. A counter that one of them lacks is absent.
  void add(const thread_usage& before, const thread_usage& after) noexcept {
    voluntary_switches += after.voluntary_switches - before.voluntary_switches;
    involuntary_switches += after.involuntary_switches - before.involuntary_switches;
    cpu_ns += after.cpu_ns - before.cpu_ns;
    add(&thread_usage::runnable_ns, before, after);
    add(&thread_usage::migrations, before, after);
    add(&thread_usage::cycles, before, after);
    add(&thread_usage::instructions, before, after);
    add(&thread_usage::cache_misses, before, after);
    add(&thread_usage::futex_calls, before, after);
  }

 private:
  void add(std::optional<std::uint64_t> thread_usage::*counter, const thread_usage& before,
           const thread_usage& after) noexcept {
    if (before.*counter && after.*counter) {
      this->*counter = (this->*counter).value_or(0) + *(after.*counter) - *(before.*counter);
    }
  }
};

}  // namespace cqs::harness
