#include <checker/engine/crash_guard.h>

#include <ucontext.h>

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include <checker/engine/execution.h>
#include <checker/engine/failure.h>
#include <support/fibers/sanitizers.h>

namespace cqs::check {

namespace {

constexpr bool enabled = !CQS_FIBERS_ASAN && !CQS_FIBERS_TSAN;
constexpr std::size_t signal_stack_size = std::size_t{64} << 10;

volatile std::sig_atomic_t last_signal = 0;

/// The signal handler continues the thread here, on an empty stack, instead of at the faulting instruction.
[[noreturn]] void land() {
  execution& now = *execution::active();
  const thread& failed = now.thread_at(now.current());
  fail(violation_kind::crash, [&] {
    return fmt::format("thread {}: {} (after {})", name_of_thread(failed.id),
                       sigdescr_np(static_cast<int>(last_signal)), describe(failed.last));
  });
}

void set_landing(ucontext_t& interrupted, void (*function)(), std::uintptr_t stack_top) {
#if defined(__x86_64__)
  interrupted.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(function));
  // As after a call: a return address below a 16-byte boundary.
  interrupted.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>((stack_top & ~std::uintptr_t{15}) - 8);
#elif defined(__aarch64__)
  interrupted.uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(function);
  interrupted.uc_mcontext.sp = stack_top & ~std::uintptr_t{15};
#else
#error "add code that lets a signal handler redirect the interrupted thread"
#endif
}

void on_signal(int signal, siginfo_t*, void* context) {
  execution* const now = execution::active();
  if (now == nullptr) {
    std::signal(signal, SIG_DFL);  // outside an execution: the instruction runs again and kills the process
    return;
  }
  last_signal = signal;
  const auto stack = now->current_stack();
  set_landing(*static_cast<ucontext_t*>(context), &land,
              reinterpret_cast<std::uintptr_t>(stack.data() + stack.size()));
}

}  // namespace

crash_guard::crash_guard() {
  if (!enabled) {
    return;
  }
  _signal_stack = std::make_unique<std::byte[]>(signal_stack_size);
  stack_t stack{};
  stack.ss_sp = _signal_stack.get();
  stack.ss_size = signal_stack_size;
  sigaltstack(&stack, &_previous_stack);
  struct sigaction action {};
  action.sa_sigaction = &on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], &action, &_previous[i]);
  }
}

crash_guard::~crash_guard() {
  if (!enabled) {
    return;
  }
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], &_previous[i], nullptr);
  }
  sigaltstack(&_previous_stack, nullptr);
}

}  // namespace cqs::check
