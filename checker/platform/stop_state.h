#pragma once

#include <cstdint>

#include <checker/engine/site.h>
#include <checker/platform/atomic.h>

namespace cqs::check {

/// The part of a `stop_callback` that its stop state refers to.
class stop_callback_base {
 public:
  using function = void (*)(stop_callback_base*) noexcept;

  explicit stop_callback_base(function run) noexcept : _run(run) {}

 private:
  function _run;
  stop_callback_base* _next = nullptr;
  stop_callback_base* _previous = nullptr;
  bool _attached = false;

  friend class stop_state;
};

/// The shared state of a stop source, its tokens and its callbacks.
///
/// The list of callbacks needs no lock. Changes happen between two steps, and each change accompanies a step
/// on the state word, so the scheduler sees the conflict. These steps use exactly the memory orders that the
/// standard guarantees. So the checker finds code that relies on stronger orders.
class stop_state {
 public:
  /// Lives until the end of the execution.
  static stop_state* make();

  bool stop_requested(site where) const noexcept;
  /// Runs the callbacks on the calling thread. Returns false if stop was requested before.
  bool request_stop(site where) noexcept;
  /// Runs the callback at once if stop has been requested.
  void attach(stop_callback_base& callback, site where) noexcept;
  /// Waits if the callback runs on another thread.
  void detach(stop_callback_base& callback) noexcept;

 private:
  static constexpr std::uint32_t requested = 1;
  /// Every change of the list adds this to the word.
  static constexpr std::uint32_t change = 2;

  /// Reads the word, ordered after all previous changes of the list.
  std::uint32_t look(site where) noexcept;
  /// Makes the first callback, if any, the running one.
  void take_first() noexcept;
  void unlink(stop_callback_base& callback) noexcept;

  atomic<std::uint32_t> _word{0};
  stop_callback_base* _first = nullptr;
  /// The running callback and its thread.
  stop_callback_base* _running = nullptr;
  thread_id _requester = 0;
};

}  // namespace cqs::check
