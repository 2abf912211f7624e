#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <checker/engine/execution.h>
#include <checker/engine/failure.h>
#include <checker/history/call.h>

namespace cqs::check {

/// Records the calls of a scenario's threads, for a check against a sequential specification. Lives in the
/// world:
///
///     auto call = w.calls.begin(semaphore_specification::acquire);
///     w.semaphore.acquire();
///     call.returns();
///
/// Recording is not a step. A call begins with its first step and ends with its last one. The times are
/// therefore as tight as possible, and the check is as strict as possible.
class history {
 public:
  /// A call in progress.
  class running {
   public:
    /// The caller is in the queue from this point on. Needed for callers that do not sleep there.
    void registered() noexcept {
      if (_call->registered.time == 0) {
        execution::active()->stamp_sleep(nullptr);
        execution::active()->stamp_end(_call->registered);
      }
    }
    /// The caller is in the queue from its first pause on: for threads that wait without sleeping.
    void registers_at_pause() noexcept { execution::active()->stamp_pause(); }
    void returns(std::int64_t result = 0) noexcept { end(call_status::returned, result); }
    void aborts() noexcept { end(call_status::aborted, 0); }
    /// Records a return if `success`, otherwise an abort: for waits that return a bool.
    void ends(bool success) noexcept { success ? returns() : aborts(); }

   private:
    explicit running(call& call) noexcept : _call(&call) {}

    void end(call_status status, std::int64_t result) noexcept {
      execution::active()->stamp_sleep(nullptr);
      _call->status = status;
      _call->result = result;
      execution::active()->stamp_end(_call->ended);
    }

    call* _call;
    friend class history;
  };

  /// `operation` is an enumerator of the specification.
  running begin(std::uint8_t operation, std::int64_t argument = 0) noexcept {
    if (_size == max_calls) {
      fail(violation_kind::misuse, [&] { return "the history is full: it holds no more calls"; });
    }
    execution& now = *execution::active();
    call& begun = _calls[_size++];
    begun.operation = operation;
    begun.argument = argument;
    begun.thread = now.current();
    now.stamp_beginning(begun.began);
    now.stamp_sleep(&begun.registered);
    return running(begun);
  }

  std::span<const call> calls() const noexcept { return {_calls.data(), _size}; }

 private:
  std::array<call, max_calls> _calls{};
  std::size_t _size = 0;
};

}  // namespace cqs::check
