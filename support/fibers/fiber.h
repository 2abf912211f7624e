#pragma once

#include <cstddef>
#include <span>

namespace cqs::fibers {

/// A stack that can be switched to and away from.
///
/// Built on the raw contexts of Boost.Context, not on its `fiber`: that one unwinds a fiber it drops by an
/// exception, which must not pass the noexcept functions of the code under check. This one is dropped by
/// being forgotten, and its stack reused.
class fiber {
 public:
  using entry = void (*)(void* argument);

  /// The first switch to the fiber calls `function(argument)`, which must never return.
  void prepare(std::span<std::byte> stack, entry function, void* argument) noexcept;

  /// Leaves `from`, the fiber that runs, and goes on with `to`; returns when somebody switches back.
  static void switch_between(fiber& from, fiber& to) noexcept;

 private:
  /// The state of the C++ runtime that belongs to a stack: the exceptions caught and in flight on it. The
  /// layout is fixed by the Itanium ABI.
  struct exceptions {
    void* caught;
    unsigned int uncaught;
  };

  void leave() noexcept;
  void arrive(fiber& from) noexcept;

  void* _context = nullptr;
  entry _function = nullptr;
  void* _argument = nullptr;
  std::span<std::byte> _stack;
  exceptions _exceptions{};
  [[maybe_unused]] void* _sanitizer_state = nullptr;

  friend struct fiber_start;
};

}  // namespace cqs::fibers
