#pragma once

#include <cstdint>

#include <checker/engine/site.h>
#include <checker/platform/atomic.h>

namespace cqs::check {

/// The part of a `stop_callback` that its stop state knows.
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

/// What a stop source, its tokens and its callbacks share.
///
/// The list of callbacks needs no lock: it is changed between two steps, and every change goes with a step
/// on the state word, so that the scheduler sees the conflict. The orders of these steps are the ones the
/// standard promises, no more, so that code that relies on more is found out.
class stop_state {
 public:
  /// Lives as long as the execution.
  static stop_state* make();

  bool stop_requested(site where) const noexcept;
  /// Runs the callbacks on the calling thread. False if stop had been requested before.
  bool request_stop(site where) noexcept;
  /// Runs the callback at once if stop has been requested.
  void attach(stop_callback_base& callback, site where) noexcept;
  /// Waits if the callback runs on another thread.
  void detach(stop_callback_base& callback) noexcept;

 private:
  static constexpr std::uint32_t requested = 1;
  /// Added by every change of the list.
  static constexpr std::uint32_t change = 2;

  /// The word, ordered after the changes made to the list so far.
  std::uint32_t look(site where) noexcept;
  /// Makes the first callback, if any, the one that runs.
  void take_first() noexcept;
  void unlink(stop_callback_base& callback) noexcept;

  atomic<std::uint32_t> _word{0};
  stop_callback_base* _first = nullptr;
  /// The callback that runs, and where.
  stop_callback_base* _running = nullptr;
  thread_id _requester = 0;
};

}  // namespace cqs::check
