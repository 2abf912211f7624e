#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <cqs/detail/waiting/timer_node.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Timers by the tick at which they are due: a hierarchical timing wheel. To insert, to remove and to step takes
/// constant time for any number of timers.
///
/// A level has 64 slots. A timer's level is the highest group of six bits in which its tick differs from the present
/// one, and its slot is the value of these bits. So a slot of level 0 is one tick, and a slot of level 1 is 64 ticks. All
/// slots with timers lie ahead of the present slot of their level, and all of a level before those of the next. When
/// the first tick of a slot has come, its timers move to lower levels.
///
/// Not synchronized.
template <platform Platform>
class timer_wheel {
  using node = timer_node<Platform>;

 public:
  using tick = std::uint64_t;

  static constexpr tick never = std::numeric_limits<tick>::max();

  struct step_result {
    node* due = nullptr;   ///< this timer is due, and has left the wheel
    bool is_over = false;  ///< nothing is left to do before the time `next()`
  };

  /// Timers of the same tick are due in the order in which they were inserted, unless one has moved.
  void insert(node& timer, tick due) noexcept {
    due = std::max(due, _now);
    const auto level = static_cast<std::size_t>(std::bit_width((_now ^ due) | (slots - 1)) - 1) / slot_bits;
    const auto slot = static_cast<std::size_t>(due >> (level * slot_bits)) % slots;
    const std::size_t index = level * slots + slot;
    auto& link = timer._link.write();
    link.due = due;
    link.slot = static_cast<std::uint16_t>(index);
    append(timer, _first[index]);
    _slots_with_timers[level] |= std::uint64_t{1} << slot;
    _levels_with_timers |= 1U << level;
  }

  /// Does nothing if the timer is not in the wheel.
  void remove(node& timer) noexcept {
    const std::size_t index = timer._link.read().slot;
    if (index == node::nowhere) {
      return;
    }
    unlink(timer, _first[index]);
    timer._link.write().slot = node::nowhere;
    if (_first[index] == nullptr) {
      note_empty(index);
    }
  }

  /// The tick of the next step that has something to do.
  tick next() const noexcept {
    const std::size_t index = first_index();
    return index == none ? never : first_tick_of(index);
  }

  /// One step towards `now`.
  step_result step(tick now) noexcept {
    const std::size_t index = first_index();
    if (index == none || first_tick_of(index) > now) {
      _now = std::max(_now, now);
      return {.is_over = true};
    }
    _now = std::max(_now, first_tick_of(index));
    node& first = *_first[index];
    if (index < slots) {
      remove(first);
      return {.due = &first};
    }
    _moving = index;  // to the end of this slot, because the slots of lower levels come next
    const tick due = first._link.read().due;
    remove(first);
    insert(first, due);
    return {};
  }

 private:
  static constexpr unsigned slot_bits = 6;
  static constexpr std::size_t slots = std::size_t{1} << slot_bits;
  static constexpr std::size_t levels = (std::numeric_limits<tick>::digits + slot_bits - 1) / slot_bits;
  static constexpr std::size_t none = levels * slots;

  std::size_t first_index() const noexcept {
    if (_moving != none || _levels_with_timers == 0) {
      return _moving;
    }
    const auto level = static_cast<std::size_t>(std::countr_zero(_levels_with_timers));
    return level * slots + static_cast<std::size_t>(std::countr_zero(_slots_with_timers[level]));
  }

  tick first_tick_of(std::size_t index) const noexcept {
    const auto shift = static_cast<unsigned>(index / slots) * slot_bits;
    const unsigned above = shift + slot_bits;
    const tick before = above < std::numeric_limits<tick>::digits ? _now >> above << above : 0;
    return before | tick{index % slots} << shift;
  }

  void note_empty(std::size_t index) noexcept {
    const std::size_t level = index / slots;
    _slots_with_timers[level] &= ~(std::uint64_t{1} << index % slots);
    if (_slots_with_timers[level] == 0) {
      _levels_with_timers &= ~(1U << level);
    }
    if (_moving == index) {
      _moving = none;
    }
  }

  static void append(node& timer, node*& first) noexcept {
    if (first == nullptr) {
      first = &timer;
      timer._link.write().prev = &timer;
    } else {
      node* const last = first->_link.read().prev;
      timer._link.write().prev = last;
      last->_link.write().next = &timer;
      first->_link.write().prev = &timer;
    }
    timer._link.write().next = first;
  }

  static void unlink(node& timer, node*& first) noexcept {
    const auto link = timer._link.read();
    if (link.next == &timer) {
      first = nullptr;
      return;
    }
    link.prev->_link.write().next = link.next;
    link.next->_link.write().prev = link.prev;
    if (first == &timer) {
      first = link.next;
    }
  }

  tick _now = 0;
  std::size_t _moving = none;
  std::uint32_t _levels_with_timers = 0;
  std::array<std::uint64_t, levels> _slots_with_timers{};
  std::array<node*, levels * slots> _first{};
};

}  // namespace cqs::detail
