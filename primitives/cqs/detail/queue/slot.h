#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <cqs/detail/unit.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Room for one value that one thread puts in and another takes out. The cell's word or the waiter's state decides
/// which thread owns the slot, so the slot has no flag of its own.
template <class T, platform Platform>
class slot {
  static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>,
                "a value changes hands in the middle of a protocol that cannot be undone");

 public:
  constexpr slot() noexcept = default;
  slot(const slot&) = delete;
  slot& operator=(const slot&) = delete;
  constexpr ~slot() = default;

  void put(T value) noexcept { std::construct_at(&_room.write().value, std::move(value)); }

  T take() noexcept {
    T& held = _room.write().value;
    T value = std::move(held);
    std::destroy_at(&held);
    return value;
  }

 private:
  union room {
    constexpr room() noexcept : nothing() {}
    constexpr ~room() {}  // NOLINT(modernize-use-equals-default): `take` ends the value's life
    unit nothing;
    T value;
  };

  typename Platform::template plain<room> _room;
};

template <platform Platform>
class slot<unit, Platform> {
 public:
  void put(unit /*value*/) noexcept {}
  unit take() noexcept { return {}; }
};

/// The slots of a segment's cells; none for a value without data.
template <class T, std::size_t Size, platform Platform>
class slots {
 public:
  slot<T, Platform>& operator[](std::size_t index) noexcept { return _slots[index]; }

 private:
  std::array<slot<T, Platform>, Size> _slots{};
};

template <std::size_t Size, platform Platform>
class slots<unit, Size, Platform> {
 public:
  slot<unit, Platform> operator[](std::size_t /*index*/) noexcept { return {}; }
};

}  // namespace cqs::detail
