#pragma once

#include <cstdint>

namespace cqs::detail {

/// The state of a pool with bounded overtaking, in one word.
///
/// | bits   | field         | meaning                                                                         |
/// |--------|---------------|---------------------------------------------------------------------------------|
/// | 0..30  | `free`        | elements that are stored, or about to be                                        |
/// | 31..51 | `waiting`     | waiters in the queue, or about to be; without one that is chosen as successor   |
/// | 52..61 | `overtakings` | how often others have overtaken the successor                                   |
/// | 62     | `sleeps`      | the successor is parked: the next element that becomes free wakes it            |
/// | 63     | `successor`   | the first waiter is chosen: somebody is about to give it its turn or an element, |
/// |        |               | or it has its turn                                                              |
///
/// | step                     | needs                                                 | changes                            |
/// |--------------------------|-------------------------------------------------------|------------------------------------|
/// | a newcomer takes         | `free` > 0; nobody waits, or `overtakings` < bound    | `free` − 1; `overtakings` + 1 if   |
/// |                          |                                                       | there is a successor               |
/// | a newcomer waits         | it may not take                                       | `waiting` + 1                      |
/// | an element becomes free  | a successor, or `waiting` = 0                         | `free` + 1, not `sleeps`           |
/// | a successor is chosen    | no successor, `waiting` > 0, and an element for it    | `successor`, `waiting` − 1         |
/// | the successor takes      | `free` > 0                                            | `free` − 1                         |
/// | the successor parks      | `free` = 0                                            | `sleeps`                           |
/// | the next one is chosen   | the successor is served; `free` > 0, `waiting` > 0    | `free` − 1, `waiting` − 1,         |
/// |                          |                                                       | `overtakings` = 0                  |
/// | the role ends            | the successor is served or has aborted;               | not `successor`, `overtakings` = 0 |
/// |                          | `free` = 0 or `waiting` = 0                           |                                    |
/// | a waiter aborts          | `waiting` > 0                                         | `waiting` − 1                      |
///
/// Invariants. If something is free and somebody waits, there is a successor. If the successor sleeps, nothing is free.
class overtaking_state {
 public:
  using word = std::uint64_t;

  static constexpr word most_free = (word{1} << 31) - 1;
  static constexpr word most_waiting = (word{1} << 21) - 1;
  static constexpr word most_overtakings = (word{1} << 10) - 1;

  constexpr explicit overtaking_state(word state) noexcept : _word(state) {}

  constexpr word to_word() const noexcept { return _word; }
  constexpr word free() const noexcept { return _word & most_free; }
  constexpr word waiting() const noexcept { return _word / one_waiting & most_waiting; }
  constexpr word overtakings() const noexcept { return _word / one_overtaking & most_overtakings; }
  constexpr bool successor_sleeps() const noexcept { return (_word & sleeps) != 0; }
  constexpr bool has_successor() const noexcept { return (_word & successor) != 0; }

  /// Whether a newcomer may take what is free.
  constexpr bool may_take(word bound) const noexcept {
    return free() > 0 && (has_successor() ? overtakings() < bound : waiting() == 0);
  }
  /// Whether an element goes to a waiter that is still to be chosen.
  constexpr bool lacks_successor() const noexcept { return !has_successor() && waiting() > 0; }
  /// Whether a free element is there for the next waiter.
  constexpr bool can_serve_another() const noexcept { return free() > 0 && waiting() > 0; }

  constexpr overtaking_state taken() const noexcept {
    return overtaking_state(_word - 1 + (has_successor() ? one_overtaking : 0));
  }
  constexpr overtaking_state taken_by_successor() const noexcept { return overtaking_state(_word - 1); }
  constexpr overtaking_state with_waiter() const noexcept { return overtaking_state(_word + one_waiting); }
  constexpr overtaking_state without_waiter() const noexcept { return overtaking_state(_word - one_waiting); }
  constexpr overtaking_state with_free(word count) const noexcept {
    return overtaking_state((_word + count) & ~sleeps);
  }
  constexpr overtaking_state with_successor() const noexcept {
    return overtaking_state((_word - one_waiting) | successor);
  }
  constexpr overtaking_state with_next_successor() const noexcept {
    return overtaking_state((_word - 1 - one_waiting) & ~all_overtakings);
  }
  constexpr overtaking_state without_successor() const noexcept {
    return overtaking_state(_word & ~(successor | all_overtakings));
  }
  constexpr overtaking_state with_sleep() const noexcept { return overtaking_state(_word | sleeps); }
  constexpr overtaking_state without_sleep() const noexcept { return overtaking_state(_word & ~sleeps); }

 private:
  static constexpr word one_waiting = word{1} << 31;
  static constexpr word one_overtaking = word{1} << 52;
  static constexpr word all_overtakings = most_overtakings * one_overtaking;
  static constexpr word sleeps = word{1} << 62;
  static constexpr word successor = word{1} << 63;

  word _word;
};

}  // namespace cqs::detail
