#pragma once

#include <cstdint>
#include <optional>

#include <cqs/detail/misuse.h>

namespace cqs::detail {

/// The word of a semaphore whose requests have sizes. Each member function that is not `const` is one transition. It
/// leaves the word as it is if it has no effect.
///
/// | bits   | meaning                                                            |
/// |--------|--------------------------------------------------------------------|
/// | 36..63 | requests that wait, or are about to                                |
/// | 34..35 | the phase                                                          |
/// | 0..33  | the balance, plus 2³³                                              |
///
/// | phase     | balance                       | meaning                                                       |
/// |-----------|-------------------------------|---------------------------------------------------------------|
/// | `settled` | ≥ 0: free permits             | nobody waits                                                  |
/// | `settled` | < 0: free minus first request | the first request waits for more permits                      |
/// | `unknown` | free permits                  | the first request is on its way to its cell, and will `look`  |
/// | `serving` | free permits, but see `begin` | one thread serves the waiters: it has the turn                |
/// | `stale`   | the same                      | the same, but that thread has to look at the first one again  |
///
/// Only the thread with the turn takes permits while requests wait. So no newcomer overtakes them.
class weighted_state {
 public:
  using word_type = std::uint64_t;
  using count = std::int64_t;

  static constexpr count most_permits = (count{1} << 31) - 1;

  constexpr explicit weighted_state(word_type word) noexcept : _word(word) {}
  static constexpr weighted_state with(count free) noexcept {
    return weighted_state(no_permits + static_cast<word_type>(free));
  }

  constexpr word_type word() const noexcept { return _word; }
  constexpr count balance() const noexcept {
    return static_cast<count>(_word & all_permits) - static_cast<count>(no_permits);
  }
  constexpr bool has_waiters() const noexcept { return _word >= one_waiter; }

  constexpr bool try_acquire(count amount) noexcept {
    if (!in(phase::settled) || balance() < amount) {
      return false;
    }
    add(-amount);
    return true;
  }

  enum class arrival : std::uint8_t {
    acquired,
    waits,
    waits_first,  ///< the caller has to `look` when it is in the queue
  };
  constexpr arrival acquire_or_wait(count amount) {
    if (try_acquire(amount)) {
      return arrival::acquired;
    }
    if ((_word | (one_waiter - 1)) == ~word_type{0}) {
      throw_overflow("cqs::weighted_semaphore: more than 268 million requests wait");
    }
    _word += one_waiter;
    if (in(phase::settled) && balance() >= 0) {
      enter(phase::unknown);
      return arrival::waits_first;
    }
    return arrival::waits;
  }

  enum class released : std::uint8_t {
    too_many,
    kept,
    serves,  ///< the caller has the turn
  };
  constexpr released release(count amount, count most) noexcept {
    if (balance() + amount > most) {
      return released::too_many;
    }
    const bool waited = in(phase::settled) && balance() < 0;
    add(amount);
    if (!waited || balance() < 0) {
      return released::kept;
    }
    enter(phase::serving);
    return released::serves;
  }

  /// Somebody has to look at the first request. Returns true if that is the caller, who has the turn now.
  constexpr bool look() noexcept {
    const bool somebody_serves = in(phase::serving) || in(phase::stale);
    enter(somebody_serves ? phase::stale : phase::serving);
    return !somebody_serves;
  }
  /// A request gives up. The result is that of `look`.
  constexpr bool leave() noexcept {
    _word -= one_waiter;
    return look();
  }

  /// The rest is for the thread with the turn. It erases the mark of the others before it looks: what they mark after
  /// that changes the word, so the thread cannot end its turn from the word that it knows. `asked` is what it has to add
  /// to the balance, and nothing from the second time on.
  constexpr weighted_state begin(count asked) noexcept {
    add(asked);
    enter(phase::serving);
    return *this;
  }
  /// The first request gets its permits.
  constexpr weighted_state serve(count amount) noexcept {
    _word -= one_waiter;
    add(-amount);
    enter(phase::serving);
    return *this;
  }
  constexpr void end() noexcept { enter(phase::settled); }
  constexpr void end_before(count first_request) noexcept {
    add(-first_request);
    end();
  }
  constexpr void end_before_an_arrival() noexcept { enter(phase::unknown); }

 private:
  enum class phase : std::uint8_t { settled, unknown, serving, stale };

  static constexpr unsigned phase_bits = 34;
  static constexpr word_type no_permits = word_type{1} << 33;
  static constexpr word_type all_permits = (word_type{1} << phase_bits) - 1;
  static constexpr word_type one_waiter = word_type{1} << 36;

  constexpr bool in(phase p) const noexcept { return static_cast<phase>(_word >> phase_bits & 3) == p; }
  constexpr void enter(phase p) noexcept {
    _word = (_word & ~(word_type{3} << phase_bits)) | static_cast<word_type>(p) << phase_bits;
  }
  /// The balance stays within ±2³³: it is the sum of two numbers of permits at most.
  constexpr void add(count permits) noexcept { _word += static_cast<word_type>(permits); }

  word_type _word;
};

}  // namespace cqs::detail
