#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <cqs/detail/pools/blocking_pool.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/trampoline.h>

namespace cqs::detail {

/// Storage of elements without data: counting them is all there is to it.
struct no_storage {
  bool try_insert(unit& /*element*/) noexcept { return true; }
  std::optional<unit> try_retrieve() noexcept { return unit{}; }
};

/// Permits that are acquired and released, first come, first served (listings 3, 5 and 15): the pool of
/// nothing.
template <options Options, platform Platform>
class permits : public blocking_pool<unit, no_storage, Options, Platform> {
 public:
  using blocking_pool<unit, no_storage, Options, Platform>::blocking_pool;

  template <class Abort>
  bool acquire(const Abort& abort) {
    return this->take(abort).has_value();
  }

  bool try_acquire() noexcept { return this->try_take().has_value(); }

  /// Releases `count` permits unless there would then be more than `most`; false in that case.
  bool release(std::int64_t count, std::int64_t most) noexcept {
    const auto before = this->size().fetch_add(count, std::memory_order_acq_rel);
    // One comparison tells both exceptions: as an unsigned number, a negative one is greater than any limit.
    if (static_cast<std::uint64_t>(before) <= static_cast<std::uint64_t>(most - count)) [[likely]] {
      return true;
    }
    if (before >= 0) {
      return !take_back_excess(count, most);
    }
    pass_on(std::min(count, -before));
    return true;
  }

 private:
  /// For a moment there were too many permits. Takes the released ones back, unless somebody has taken some of the
  /// permits meanwhile, so that there are no longer too many: then that was before this release. Returns whether the
  /// permits are taken back.
  [[gnu::cold]] bool take_back_excess(std::int64_t count, std::int64_t most) noexcept {
    auto size = this->size().load(std::memory_order_relaxed);
    while (size > most) {
      if (this->size().compare_exchange_weak(size, size - count, std::memory_order_acq_rel,
                                             std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  [[gnu::noinline]] void pass_on(std::int64_t count) noexcept {
    const held_resumptions<Platform> held(count > 1);  // all are let go before the first of them runs
    unit permit;
    for (; count > 0; --count) {
      this->put_counted(permit, -1);
    }
  }
};

}  // namespace cqs::detail
