#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <checker/history/call.h>

namespace cqs::check {

/// The meanings of "a call ended before another began".
enum class order_of_calls : std::uint8_t {
  in_time,         ///< in real time, as an observer of the whole execution sees it: linearizability
  happens_before,  ///< by happens-before, as the threads can know it; weak memory guarantees nothing more
};

/// The precedence relation between the calls of a history.
class precedence {
 public:
  using call_mask = std::uint32_t;

  precedence(std::span<const call> calls, order_of_calls order);

  /// The calls that ended before `call` began.
  call_mask ended_before(std::size_t call) const noexcept { return _ended[call]; }
  /// The calls that were in the queue before `call` began.
  call_mask registered_before(std::size_t call) const noexcept { return _registered[call]; }

  bool ended_before(std::size_t earlier, std::size_t later) const noexcept {
    return (_ended[later] >> earlier & 1) != 0;
  }
  bool registered_before(std::size_t earlier, std::size_t later) const noexcept {
    return (_registered[later] >> earlier & 1) != 0;
  }

 private:
  std::array<call_mask, max_calls> _ended{};
  std::array<call_mask, max_calls> _registered{};
};

/// The precedence that the current execution guarantees: in time, or on weak memory happens-before.
order_of_calls promised_order() noexcept;

}  // namespace cqs::check
