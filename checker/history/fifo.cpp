#include <checker/history/fifo.h>

#include <checker/history/linearizability.h>

namespace cqs::check {

namespace {

const call* resume_of(std::span<const call> calls, const call& suspended) {
  for (const call& each : calls) {
    if (each.operation == queue_operations::resume && each.argument == suspended.result) {
      return &each;
    }
  }
  return nullptr;
}

bool is_resumed(const call& each) {
  return each.operation == queue_operations::suspend && each.status == call_status::returned;
}

}  // namespace

void require_fifo(const history& history, site where) {
  const std::span<const call> calls = history.calls();
  for (const call& a : calls) {
    for (const call& b : calls) {
      if (!is_resumed(a) || !is_resumed(b) || a.registered_by() >= b.begin) {
        continue;
      }
      const call* const resume_a = resume_of(calls, a);
      const call* const resume_b = resume_of(calls, b);
      if (resume_a != nullptr && resume_b != nullptr && resume_b->end < resume_a->begin) {
        fail(violation_kind::assertion,
             [&] { return describe(where) + ": a waiter was overtaken:" + describe(calls); });
      }
    }
  }
}

}  // namespace cqs::check
