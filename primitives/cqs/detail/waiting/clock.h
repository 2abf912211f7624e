#pragma once

#include <concepts>

namespace cqs::detail {

/// What the standard requires of a clock, as far as a program can ask (`std::chrono::is_clock`, which libc++ 14 lacks).
template <class C>
concept clock = requires {
  typename C::rep;
  typename C::period;
  typename C::duration;
  typename C::time_point;
  { C::is_steady } -> std::convertible_to<bool>;
  { C::now() } -> std::same_as<typename C::time_point>;
};

}  // namespace cqs::detail
