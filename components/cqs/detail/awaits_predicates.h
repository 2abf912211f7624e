#pragma once

#include <chrono>
#include <utility>

#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The waits that announce themselves, look, and wait, for what can do that: `Notifier::await_or(predicate, abort)`.
///
/// A predicate may throw. Then the wait is withdrawn, and the exception leaves by `await`.
template <class Notifier, platform Platform>
class awaits_predicates {
 public:
  /// Waits until `predicate()` holds. Who makes it hold notifies afterwards.
  template <class Predicate>
  void await(Predicate predicate) {
    self().await_or(predicate, never_abort<Platform>{});
  }

  /// As `await`, but false if stop is requested before.
  template <class Predicate>
  [[nodiscard]] bool await(Predicate predicate, typename Platform::stop_token stop) {
    return self().await_or(predicate, abort_on_stop<Platform>(std::move(stop)));
  }

  /// As `await`, but false if the time has come before.
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
