#pragma once

#include <cstdint>

#include <cqs/detail/pools/no_storage.h>
#include <cqs/detail/pools/overtaking_pool.h>
#include <cqs/detail/unit.h>

namespace cqs::detail {

/// `permits` with bounded overtaking: see `overtaking_pool`.
template <options Options, platform Platform>
class overtaking_permits : public overtaking_pool<unit, no_storage, Options, Platform> {
 public:
  using overtaking_pool<unit, no_storage, Options, Platform>::overtaking_pool;

  template <class Abort>
  bool acquire(const Abort& abort) {
    return this->take(abort).has_value();
  }

  bool try_acquire() noexcept { return this->try_take().has_value(); }

  /// Releases `count` permits. Returns false, and releases none, if there would be more than `most`.
  bool release(std::int64_t count, std::int64_t most) noexcept {
    if (count == 0) {
      return true;
    }
    overtaking_state state = this->look();
    for (;;) {
      if (static_cast<std::int64_t>(state.free()) > most - count) [[unlikely]] {
        return false;
      }
      const auto added = static_cast<overtaking_state::word>(count);
      if (state.lacks_successor()) {
        if (this->replace(state, state.with_successor().with_free(added - 1))) {
          this->pass_on({});
          return true;
        }
      } else if (this->replace(state, state.with_free(added))) {
        if (state.successor_sleeps()) {
          this->wake_successor();
        }
        return true;
      }
    }
  }
};

}  // namespace cqs::detail
