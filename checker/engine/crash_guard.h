#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <memory>

namespace cqs::check {

/// While it exists, a signal that would kill the process (a wild pointer, an overflown stack, an abort)
/// during an execution is a violation of that execution instead.
///
/// Left out under the address and thread sanitizers, which have their own say on such signals.
class crash_guard {
 public:
  crash_guard();
  ~crash_guard();
  crash_guard(const crash_guard&) = delete;
  crash_guard& operator=(const crash_guard&) = delete;

 private:
  static constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

  std::unique_ptr<std::byte[]> _signal_stack;
  stack_t _previous_stack{};
  std::array<struct sigaction, signals.size()> _previous{};
};

}  // namespace cqs::check
