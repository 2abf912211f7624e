#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <memory>

namespace cqs::check {

/// Turns a fatal signal (a wild pointer, a stack overflow, an abort) during an execution into a violation of
/// that execution.
///
/// Disabled under the address and thread sanitizers, which handle such signals themselves.
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
