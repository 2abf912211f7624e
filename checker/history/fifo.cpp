#include <checker/history/fifo.h>

#include <checker/history/linearizability.h>

namespace cqs::check {

namespace {

constexpr std::size_t none = max_calls;

std::size_t resume_of(std::span<const call> calls, const call& suspended) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].operation == queue_operations::resume && calls[i].argument == suspended.result) {
      return i;
    }
  }
  return none;
}

bool is_resumed(const call& each) {
  return each.operation == queue_operations::suspend && each.status == call_status::returned;
}

/// Returns true if `a` was in the queue before `b` and was resumed after `b`.
bool overtaken(std::span<const call> calls, const precedence& order, std::size_t a, std::size_t b) {
  if (!is_resumed(calls[a]) || !is_resumed(calls[b]) || !order.registered_before(a, b)) {
    return false;
  }
  const std::size_t resume_a = resume_of(calls, calls[a]);
  const std::size_t resume_b = resume_of(calls, calls[b]);
  return resume_a != none && resume_b != none && order.ended_before(resume_b, resume_a);
}

}  // namespace

void require_fifo(const history& history, site where) {
  const std::span<const call> calls = history.calls();
  for (const call& each : calls) {
    if (is_resumed(each) && resume_of(calls, each) == none) {
      fail(violation_kind::assertion, [&] {
        return describe(where) +
               ": a waiter received a value that no resume sent:" + describe(calls, queue_operations::names);
      });
    }
  }
  const precedence order(calls, promised_order());
  for (std::size_t a = 0; a < calls.size(); ++a) {
    for (std::size_t b = 0; b < calls.size(); ++b) {
      if (overtaken(calls, order, a, b)) {
        fail(violation_kind::assertion, [&] {
          return describe(where) + ": a waiter was overtaken:" + describe(calls, queue_operations::names);
        });
      }
    }
  }
}

}  // namespace cqs::check
