#pragma once

#include <chrono>
#include <utility>

#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The waits for a predicate, for a notifier with `Notifier::await_or(predicate, abort)`: that announces the wait,
/// looks at the predicate, and waits.
///
/// If the predicate throws, the wait is withdrawn, and the exception leaves through `await`.
template <class Notifier, platform Platform>
class awaits_predicates {
 public:
  /// Waits until `predicate()` is true. The thread that makes it true must notify afterwards.
  template <class Predicate>
  void await(Predicate predicate) {
    self().await_or(predicate, never_abort<Platform>{});
  }

  /// As `await`, but returns false if stop is requested before.
  template <class Predicate>
  [[nodiscard]] bool await(Predicate predicate, typename Platform::stop_token stop) {
    return self().await_or(predicate, abort_on_stop<Platform>(std::move(stop)));
  }

  /// As `await`, but returns false if the deadline passes before.
  template <class Predicate, class Clock, class Duration>
  [[nodiscard]] bool await_until(Predicate predicate,
                                 const std::chrono::time_point<Clock, Duration>& deadline) {
    return self().await_or(predicate, abort_at<Platform, Clock, Duration>(deadline));
  }

 private:
  friend Notifier;
  constexpr awaits_predicates() noexcept = default;

  Notifier& self() noexcept { return static_cast<Notifier&>(*this); }
};

}  // namespace cqs::detail
