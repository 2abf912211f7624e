#pragma once

#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::detail {

template <platform Platform>
class timer_wheel;

/// A time at which a function is called: a link of a `timer_wheel`. It lives in the object that waits.
template <platform Platform>
class timer_node {
 public:
  using fire_function = void (*)(timer_node& self) noexcept;

  explicit timer_node(fire_function on_time) noexcept : _on_time(on_time) {}
  timer_node(const timer_node&) = delete;
  timer_node& operator=(const timer_node&) = delete;

  /// The node may be gone afterwards.
  void fire() noexcept { _on_time(*this); }

 private:
  friend timer_wheel<Platform>;

  static constexpr std::uint16_t nowhere = UINT16_MAX;

  /// The place in a circular list.
  struct link {
    timer_node* next = nullptr;
    timer_node* prev = nullptr;
    std::uint64_t due = 0;
    std::uint16_t slot = nowhere;
  };

  typename Platform::template plain<link> _link;
  const fire_function _on_time;
};

}  // namespace cqs::detail
