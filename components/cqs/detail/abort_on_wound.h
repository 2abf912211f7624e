#pragma once

#include <cstdint>
#include <mutex>

#include <cqs/detail/queue/list_lock.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The wound of a transaction. The thread of another transaction sets it; its own thread notices it. It ends a wait of
/// the transaction.
template <platform Platform>
class wound_flag {
 public:
  using word = typename Platform::template atomic<std::uint32_t>;

  // relaxed: a wound publishes no other data, and the guard orders it for a victim that is about to sleep.
  bool is_set() const noexcept { return _wounded.load(std::memory_order_relaxed) != 0; }

  void set() noexcept {
    if (_wounded.exchange(1, std::memory_order_relaxed) != 0) {
      return;
    }
    const guard locked(_guard);
    if (word* const sleeper = _sleeper.read()) {
      sleeper->fetch_or(_bit.read(), std::memory_order_relaxed);
      Platform::futex_wake_one(sleeper);
    }
  }

  /// Call this only when no other transaction can reach this one any more.
  void reset() noexcept { _wounded.store(0, std::memory_order_relaxed); }

  /// While this object lives, a wound interrupts the sleep on the word.
  class interruption {
   public:
    interruption(wound_flag& flag, word& sleeper, std::uint32_t bit) noexcept : _flag(flag) {
      const guard locked(_flag._guard);
      _flag._bit.write() = bit;
      _flag._sleeper.write() = &sleeper;
    }
    interruption(const interruption&) = delete;
    interruption& operator=(const interruption&) = delete;
    ~interruption() {
      const guard locked(_flag._guard);
      _flag._sleeper.write() = nullptr;
    }

   private:
    wound_flag& _flag;
  };

 private:
  using guard = std::lock_guard<list_lock<Platform>>;

  word _wounded{0};
  list_lock<Platform> _guard;
  typename Platform::template plain<word*> _sleeper{nullptr};
  typename Platform::template plain<std::uint32_t> _bit{0};
};

/// A reason to give up (see `abort.h`): a wound, or another reason.
template <platform Platform, class Other>
class abort_on_wound {
 public:
  using word = typename Platform::template atomic<std::uint32_t>;

  static constexpr bool possible = true;

  abort_on_wound(wound_flag<Platform>& flag, const Other& other) noexcept : _flag(flag), _other(other) {}

  bool requested() const noexcept { return _flag.is_set() || _other.requested(); }

  auto interrupting(word& state, std::uint32_t bit) const {
    using others = decltype(_other.interrupting(state, bit));
    struct both {
      typename wound_flag<Platform>::interruption wound;
      others other;
    };
    return both{{_flag, state, bit}, _other.interrupting(state, bit)};
  }

  void sleep(const word& state, std::uint32_t expected) const noexcept { _other.sleep(state, expected); }

 private:
  wound_flag<Platform>& _flag;
  const Other& _other;
};

}  // namespace cqs::detail
