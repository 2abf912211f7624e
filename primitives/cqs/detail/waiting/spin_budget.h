#pragma once

#include <chrono>
#include <cstdint>

#include <cqs/waiting.h>

namespace cqs::detail {

/// How long the next spin in a queue may take. The time doubles with each level.
///
/// A spin that succeeded late shows that a longer one may be needed soon. A spin in vain shows that the processor has
/// better uses: threads run one after another on it, or the waits are long.
class spin_budget {
 public:
  constexpr spin_budget(const waiting& policy, std::uint32_t level) noexcept
      : _policy(policy), _level(level) {}

  constexpr std::chrono::nanoseconds time() const noexcept {
    return std::chrono::nanoseconds(std::uint64_t{_policy.spin_ns} << _level);
  }

  /// The level after a spin that was resumed when `taken` had passed.
  constexpr std::uint32_t after_success(std::chrono::nanoseconds taken) const noexcept {
    const bool was_late = 2 * taken > time();
    const bool may_grow = 2 * time() <= std::chrono::nanoseconds(_policy.most_spin_ns);
    return was_late && may_grow ? _level + 1 : _level;
  }
  constexpr std::uint32_t after_failure() const noexcept { return _level > 0 ? _level - 1 : 0; }

 private:
  waiting _policy;
  std::uint32_t _level;
};

}  // namespace cqs::detail
