#include <checker/history/precedence.h>

#include <checker/engine/execution.h>

namespace cqs::check {

namespace {

bool precedes(const ending& earlier, const beginning& later, order_of_calls order) noexcept {
  if (earlier.time == 0) {
    return false;
  }
  return order == order_of_calls::in_time ? earlier.time < later.time
                                          : later.known.covers(earlier.thread, earlier.tick);
}

}  // namespace

precedence::precedence(std::span<const call> calls, order_of_calls order) {
  for (std::size_t later = 0; later < calls.size(); ++later) {
    for (std::size_t earlier = 0; earlier < calls.size(); ++earlier) {
      if (earlier == later) {
        continue;
      }
      const call_mask bit = call_mask{1} << earlier;
      if (precedes(calls[earlier].ended, calls[later].began, order)) {
        _ended[later] |= bit;
      }
      if (precedes(calls[earlier].registered_by(), calls[later].began, order)) {
        _registered[later] |= bit;
      }
    }
  }
}

order_of_calls promised_order() noexcept {
  return execution::active()->limits().weak ? order_of_calls::happens_before : order_of_calls::in_time;
}

}  // namespace cqs::check
