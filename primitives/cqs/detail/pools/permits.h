#pragma once

#include <algorithm>
#include <cstdint>

#include <cqs/detail/pools/blocking_pool.h>
#include <cqs/detail/pools/no_storage.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/trampoline.h>

namespace cqs::detail {

/// Permits that are acquired and released, first come, first served (listings 3, 5 and 15): a pool whose elements have
/// no data.
template <options Options, platform Platform>
class permits : public blocking_pool<unit, no_storage, Options, Platform> {
 public:
  using blocking_pool<unit, no_storage, Options, Platform>::blocking_pool;

  template <class Abort>
  bool acquire(const Abort& abort) {
    return this->take(abort).has_value();
  }

  bool try_acquire() noexcept { return this->try_take().has_value(); }

  /// Releases `count` permits. Returns false, and releases none, if there would be more than `most`.
  bool release(std::int64_t count, std::int64_t most) noexcept {
    // [size.release] release -> [size.*]: what the holder of the permit did; mutant order-size-relaxed
    const auto before = this->size().fetch_add(count, std::memory_order_release);
    // One comparison detects both exceptions: a negative number is, as an unsigned one, greater than any limit.
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
  /// For a moment there were too many permits. Takes the released permits back and returns true. Returns false if other
  /// threads have taken permits meanwhile and there are no longer too many: then they came before this release.
  [[gnu::cold]] bool take_back_excess(std::int64_t count, std::int64_t most) noexcept {
    // relaxed: the caller gets no permit, and a read-modify-write keeps the releases of the other permits alive.
    auto size = this->size().load(std::memory_order_relaxed);
    while (size > most) {
      if (this->size().compare_exchange_weak(size, size - count, std::memory_order_relaxed,
                                             std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  [[gnu::noinline]] void pass_on(std::int64_t count) noexcept {
    const held_resumptions<Platform> held(count > 1);  // none of them runs before the last is resumed
    unit permit;
    for (; count > 0; --count) {
      this->put_counted(permit, -1);
    }
  }
};

}  // namespace cqs::detail
