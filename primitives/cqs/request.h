#pragma once

#include <cstdint>
#include <type_traits>

#include <cqs/detail/abort.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/thread_waiter.h>
#include <cqs/detail/unit.h>

namespace cqs {

enum class request_status : std::uint8_t { waiting, granted, cancelled };

/// An operation that has taken its place in a primitive's queue while its caller goes on: the paper's Future
/// (appendix E.2). What `…_request()` of a primitive returns; no thread is parked until `wait` or `get` is
/// called.
///
/// What was granted is the caller's from `get` on; a request that ends before that aborts, or gives back what
/// it got. It stays where it was made, and is used by one thread at a time.
template <operation Operation>
class [[nodiscard]] request {
  using queue_type = typename Operation::queue_type;
  using never_abort = detail::never_abort<typename queue_type::platform_type>;

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

  /// Aborts the request; false if it is granted already, or was aborted before.
  bool cancel() noexcept {
    if (_phase != phase::waiting) {
      return false;
    }
    if (!_operation.queue().cancel(_waiter, _operation)) {
      wait();  // its resume is about to complete it
      return false;
    }
    _phase = phase::cancelled;
    return true;
  }

  /// Blocks until the request is granted.
  void wait() noexcept {
    if (_phase == phase::waiting) {
      _waiter.wait(_operation, never_abort{});
      _phase = phase::granted;
    }
  }

  /// Blocks until the request is granted, and takes what it got. Once, and not after `cancel`.
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

  Operation _operation;
  detail::thread_waiter<queue_type> _waiter;
  phase _phase = phase::waiting;
};

}  // namespace cqs
