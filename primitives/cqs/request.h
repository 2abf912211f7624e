#pragma once

#include <chrono>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/thread_waiter.h>

namespace cqs {

enum class request_status : std::uint8_t { waiting, granted, cancelled };

/// An operation that has a place in a primitive's queue while its caller continues: the paper's Future (appendix E.2).
/// `…_request()` of a primitive returns it. No thread parks before `wait` or `get`.
///
/// The caller owns the result after `get`. A request that is destroyed before aborts, or gives its result back. It
/// cannot move, and one thread at a time may use it.
template <operation Operation>
class [[nodiscard]] request {
  using queue_type = typename Operation::queue_type;
  using platform_type = typename queue_type::platform_type;
  using never_abort = detail::never_abort<platform_type>;

 public:
  explicit request(Operation operation) : _operation(operation) {
    if (_operation.start(_waiter)) {
      _phase = phase::granted;
    }
  }
  request(const request&) = delete;
  request& operator=(const request&) = delete;

  ~request() {
    if (!cancel() && _phase == phase::granted) {
      _operation.take_back(_waiter.take_result());
    }
  }

  request_status status() noexcept {
    if (_phase == phase::waiting && _waiter.is_completed()) {
      wait();
    }
    switch (_phase) {
      case phase::waiting:
        return request_status::waiting;
      case phase::cancelled:
        return request_status::cancelled;
      case phase::granted:
      case phase::taken:
        break;
    }
    return request_status::granted;
  }

  /// Aborts the request. Returns false if it is granted already, or was aborted before.
  bool cancel() noexcept {
    if (_phase != phase::waiting) {
      return false;
    }
    // An abort may pass a value on to a coroutine that runs at once and looks at this request.
    _phase = phase::cancelled;
    if (_operation.queue().cancel(_waiter, _operation)) {
      return true;
    }
    _phase = phase::waiting;
    wait();  // the resume is about to complete the waiter
    return false;
  }

  /// Blocks until the request is granted. Returns at once if it was cancelled before.
  void wait() noexcept { wait_or(never_abort{}); }

  /// Blocks until the request is granted. Returns false if it was cancelled, before or now by a stop request.
  bool wait(typename platform_type::stop_token stop) {
    return wait_or(detail::abort_on_stop<platform_type>(std::move(stop)));
  }

  /// The same, with a deadline in place of the stop request.
  template <class Rep, class Period>
  bool wait_for(const std::chrono::duration<Rep, Period>& timeout) {
    return wait_or(detail::abort_after<platform_type>(timeout));
  }
  template <class Clock, class Duration>
  bool wait_until(const std::chrono::time_point<Clock, Duration>& deadline) {
    return wait_or(detail::abort_at<platform_type, Clock, Duration>(deadline));
  }

  /// Blocks until the request is granted, and takes the result. Call it once, and not after `cancel`.
  auto get() {
    wait();
    if (_phase != phase::granted) {
      detail::throw_not_permitted("cqs::request::get: the request was cancelled, or its result taken before");
    }
    _phase = phase::taken;
    if constexpr (std::is_same_v<typename queue_type::value_type, unit>) {
      _waiter.take_result();
    } else {
      return _waiter.take_result();
    }
  }

 private:
  enum class phase : std::uint8_t { waiting, granted, cancelled, taken };

  template <class Abort>
  bool wait_or(const Abort& abort) {
    if (_phase == phase::waiting) {
      _phase = _waiter.wait(_operation, abort) ? phase::granted : phase::cancelled;
    }
    return _phase != phase::cancelled;
  }

  Operation _operation;
  detail::thread_waiter<queue_type> _waiter;
  phase _phase = phase::waiting;
};

}  // namespace cqs
