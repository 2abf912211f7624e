#pragma once

#include <cstddef>
#include <span>

namespace cqs::fibers {

/// A stack that threads can switch to and away from.
///
/// It uses the raw contexts of Boost.Context, not its `fiber`. The latter unwinds a dropped fiber by an
/// exception, which must not pass the noexcept functions of the checked code. This one is dropped without
/// unwinding, and its stack is reused.
class fiber {
 public:
  using entry = void (*)(void* argument);

  /// The first switch to the fiber calls `function(argument)`, which must never return.
  void prepare(std::span<std::byte> stack, entry function, void* argument) noexcept;

  /// Leaves `from`, the running fiber, and continues `to`. Returns when another fiber switches back.
  static void switch_between(fiber& from, fiber& to) noexcept;

 private:
  /// The state of the C++ runtime that belongs to a stack: its caught and uncaught exceptions. The Itanium
  /// ABI fixes the layout.
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
