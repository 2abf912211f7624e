#include <checker/checked.h>

namespace cqs::check {

namespace {

operation wait_on(operation_kind kind, const void* address, std::uint32_t expected, site where) noexcept {
  operation what;
  what.kind = kind;
  what.address = address;
  what.expected = expected;
  what.where = where;
  return what;
}

/// Outside executions, no thread sleeps, so no thread needs a wake-up.
void perform(operation& what) noexcept {
  if (execution* const now = execution::active()) {
    now->perform(what);
  }
}

}  // namespace

void checked::step(const char* label, site where) noexcept {
  operation what;
  what.kind = operation_kind::step;
  what.label = label;
  what.where = where;
  perform(what);
}

void checked::futex_wait(const atomic<std::uint32_t>& word, std::uint32_t expected, site where) noexcept {
  operation what = wait_on(operation_kind::futex_wait, &word, expected, where);
  perform(what);
}

bool checked::futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time, site where) noexcept {
  operation what = wait_on(operation_kind::futex_wait_until, &word, expected, where);
  what.deadline = time.time_since_epoch().count();
  perform(what);
  return what.success;
}

void checked::futex_wake_one(const atomic<std::uint32_t>* address, site where) noexcept {
  operation what = wait_on(operation_kind::futex_wake, address, 0, where);
  perform(what);
}

}  // namespace cqs::check
