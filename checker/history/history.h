#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <checker/engine/execution.h>
#include <checker/engine/failure.h>
#include <checker/history/call.h>

namespace cqs::check {

/// The calls that the threads of a scenario make, for a check against a sequential specification. Lives in
/// the world:
///
///     auto call = w.calls.begin(semaphore_specification::acquire);
///     w.semaphore.acquire();
///     call.returns();
///
/// Nothing here is a step. A call begins with its first step, not before, and ends with its last: the times
/// are as tight as they can be, and the check as strict.
class history {
 public:
  /// A call under way.
  class running {
   public:
    /// The caller has its place in the queue from here on. Needed where it does not sleep there.
    void registered() noexcept {
      if (_call->registered.time == 0) {
        execution::active()->stamp_sleep(nullptr);
        execution::active()->stamp_end(_call->registered);
      }
    }
    /// The caller has its place in the queue when it first pauses: for those who wait without sleeping.
    void registers_at_pause() noexcept { execution::active()->stamp_pause(); }
    void returns(std::int64_t result = 0) noexcept { end(call_status::returned, result); }
    void aborts() noexcept { end(call_status::aborted, 0); }
    /// Returned if `success`, else aborted: for waits that say which by a bool.
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
      fail(violation_kind::misuse, [&] { return "a history holds no more calls"; });
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
