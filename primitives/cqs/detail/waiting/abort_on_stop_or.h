#pragma once

#include <cstdint>
#include <utility>

#include <cqs/detail/waiting/abort.h>

namespace cqs::detail {

/// The waiter gives up when stop is requested, or at its deadline (an `abort_at`), whichever comes first. For threads.
template <platform Platform, class Deadline>
class abort_on_stop_or : public abort_on_stop<Platform> {
  using base = abort_on_stop<Platform>;

 public:
  abort_on_stop_or(typename base::token stop, Deadline deadline) noexcept
      : base(std::move(stop)), _deadline(std::move(deadline)) {}

  bool requested() const noexcept { return base::requested() || _deadline.requested(); }
  void sleep(const typename base::word& state, std::uint32_t expected) const noexcept {
    _deadline.sleep(state, expected);
  }

 private:
  Deadline _deadline;
};

}  // namespace cqs::detail
