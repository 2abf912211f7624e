#include <checker/engine/operation.h>
#include <checker/engine/violation.h>

namespace cqs::check {

const char* name_of(operation_kind kind) noexcept {
  switch (kind) {
    case operation_kind::load:
      return "load";
    case operation_kind::store:
      return "store";
    case operation_kind::exchange:
      return "exchange";
    case operation_kind::fetch_add:
      return "fetch_add";
    case operation_kind::fetch_sub:
      return "fetch_sub";
    case operation_kind::fetch_or:
      return "fetch_or";
    case operation_kind::fetch_and:
      return "fetch_and";
    case operation_kind::fetch_xor:
      return "fetch_xor";
    case operation_kind::compare_exchange_strong:
      return "compare_exchange_strong";
    case operation_kind::compare_exchange_weak:
      return "compare_exchange_weak";
    case operation_kind::futex_wait:
      return "futex_wait";
    case operation_kind::futex_wait_until:
      return "futex_wait_until";
    case operation_kind::futex_wake:
      return "futex_wake_one";
    case operation_kind::pause:
      return "pause";
    case operation_kind::read_clock:
      return "clock::now";
    case operation_kind::step:
      return "step";
  }
  return "?";
}

const char* name_of(std::memory_order order) noexcept {
  switch (order) {
    case std::memory_order::relaxed:
      return "relaxed";
    case std::memory_order::consume:
      return "consume";
    case std::memory_order::acquire:
      return "acquire";
    case std::memory_order::release:
      return "release";
    case std::memory_order::acq_rel:
      return "acq_rel";
    case std::memory_order::seq_cst:
      return "seq_cst";
  }
  return "?";
}

const char* name_of(violation_kind kind) noexcept {
  switch (kind) {
    case violation_kind::none:
      return "none";
    case violation_kind::assertion:
      return "assertion";
    case violation_kind::deadlock:
      return "deadlock";
    case violation_kind::lost_wakeup:
      return "lost wake-up";
    case violation_kind::livelock:
      return "livelock";
    case violation_kind::use_after_free:
      return "use after free";
    case violation_kind::double_free:
      return "double free";
    case violation_kind::leak:
      return "leak";
    case violation_kind::data_race:
      return "data race";
    case violation_kind::unpublished:
      return "unpublished object";
    case violation_kind::escaped_exception:
      return "escaped exception";
    case violation_kind::crash:
      return "crash";
    case violation_kind::misuse:
      return "misuse of the checker";
  }
  return "?";
}

}  // namespace cqs::check
