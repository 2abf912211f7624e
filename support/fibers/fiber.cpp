#include <support/fibers/fiber.h>

#include <cxxabi.h>

#include <cstring>

#include <boost/context/detail/fcontext.hpp>

#include <support/fibers/sanitizers.h>

#if CQS_FIBERS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if CQS_FIBERS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace cqs::fibers {

namespace context = boost::context::detail;

/// Boost.Context calls this on a new stack.
struct fiber_start {
  static void run(context::transfer_t from) {
    auto* const pair = static_cast<fiber**>(from.data);
    fiber* const self = pair[1];
    pair[0]->_context = from.fctx;
    self->arrive(*pair[0]);
    self->_function(self->_argument);
  }
};

void fiber::prepare(std::span<std::byte> stack, entry function, void* argument) noexcept {
  _function = function;
  _argument = argument;
  _stack = stack;
  _exceptions = {};
#if CQS_FIBERS_ASAN
  // A fiber that is dropped in the middle leaves the red zones of its frames behind.
  __asan_unpoison_memory_region(stack.data(), stack.size());
  _sanitizer_state = nullptr;
#endif
#if CQS_FIBERS_TSAN
  if (_sanitizer_state != nullptr) {  // the fiber may have been dropped with calls on its shadow stack
    __tsan_destroy_fiber(_sanitizer_state);
  }
  _sanitizer_state = __tsan_create_fiber(0);
#endif
  _context = context::make_fcontext(stack.data() + stack.size(), stack.size(), &fiber_start::run);
}

void fiber::switch_between(fiber& from, fiber& to) noexcept {
  fiber* pair[2] = {&from, &to};
  from.leave();
#if CQS_FIBERS_ASAN
  __sanitizer_start_switch_fiber(&from._sanitizer_state, to._stack.data(), to._stack.size());
#endif
#if CQS_FIBERS_TSAN
  if (from._sanitizer_state == nullptr) {
    from._sanitizer_state = __tsan_get_current_fiber();
  }
  __tsan_switch_to_fiber(to._sanitizer_state, 0);
#endif
  const context::transfer_t back = context::jump_fcontext(to._context, pair);
  fiber& last = *static_cast<fiber**>(back.data)[0];
  last._context = back.fctx;
  from.arrive(last);
}

void fiber::leave() noexcept {
  std::memcpy(&_exceptions, abi::__cxa_get_globals(), sizeof _exceptions);
}

void fiber::arrive([[maybe_unused]] fiber& from) noexcept {
  std::memcpy(static_cast<void*>(abi::__cxa_get_globals()), &_exceptions, sizeof _exceptions);
#if CQS_FIBERS_ASAN
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(_sanitizer_state, &bottom, &size);
  if (from._stack.empty()) {  // a thread of the operating system: `prepare` did not create its stack
    from._stack = {static_cast<std::byte*>(const_cast<void*>(bottom)), size};
  }
#endif
}

}  // namespace cqs::fibers
