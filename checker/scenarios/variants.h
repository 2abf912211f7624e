#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include <cqs/options.h>

#include <checker/registry.h>
#include <checker/structure.h>

namespace cqs::check {

/// A variant with the smallest sizes, so that a few steps reach every branch.
constexpr options small(resumption resumption, cancellation cancellation, std::size_t segment_size) {
  return {.resumption = resumption,
          .cancellation = cancellation,
          .segment_size = segment_size,
          .spin_limit = 1,
          .waiting = park_at_once,
          .scattering = no_scattering};
}

/// The same with bounded overtaking.
constexpr options small(order order, std::size_t segment_size) {
  options variant = small(resumption::async, cancellation::smart, segment_size);
  variant.order = order;
  return variant;
}

/// Returns true if the variant's scenarios are wanted. CQS_ONLY_VARIANTS may name some variants
/// ("async.smart.1 sync.smart.2") to reduce compile time; by default all are wanted.
constexpr bool is_wanted([[maybe_unused]] std::string_view variant) {
#ifdef CQS_ONLY_VARIANTS
  return std::string_view(CQS_ONLY_VARIANTS).find(variant) != std::string_view::npos;
#else
  return true;
#endif
}

/// The name of a variant, such as "async.smart.1" or "overtaking.1". (Not a `std::string`: clang 14 has no constexpr strings.)
class variant_name {
 public:
  constexpr explicit variant_name(const options& variant) {
    if (!variant.order.is_strict()) {
      append("overtaking.");
    } else {
      append(variant.resumption == resumption::async ? "async." : "sync.");
      append(variant.cancellation == cancellation::simple ? "simple." : "smart.");
    }
    _text[_size++] = static_cast<char>('0' + variant.segment_size);
  }

  constexpr std::string_view text() const { return {_text.data(), _size}; }

 private:
  constexpr void append(std::string_view part) {
    for (const char each : part) {
      _text[_size++] = each;
    }
  }

  std::array<char, 16> _text{};
  std::size_t _size = 0;
};

/// Calls `add.operator()<Options>(prefix)` if the variant is wanted.
template <options Options, class Add>
void add_variant(const std::string& primitive, Add add) {
  if constexpr (is_wanted(variant_name(Options).text())) {
    add.template operator()<Options>(primitive + "." + std::string(variant_name(Options).text()));
  }
}

/// Calls `add.operator()<Options>(prefix)` for {async, sync} × {simple, smart} × segments of 1 and 2 cells.
template <class Add>
void for_each_variant(const std::string& primitive, Add add) {
  using enum resumption;
  using enum cancellation;
  add_variant<small(async, simple, 1)>(primitive, add);
  add_variant<small(async, simple, 2)>(primitive, add);
  add_variant<small(async, smart, 1)>(primitive, add);
  add_variant<small(async, smart, 2)>(primitive, add);
  add_variant<small(sync, simple, 1)>(primitive, add);
  add_variant<small(sync, simple, 2)>(primitive, add);
  add_variant<small(sync, smart, 1)>(primitive, add);
  add_variant<small(sync, smart, 2)>(primitive, add);
}

/// The same, and bounded overtaking: for primitives that have it.
template <class Add>
void for_each_variant_and_order(const std::string& primitive, Add add) {
  for_each_variant(primitive, add);
  add_variant<small(bounded_overtaking(1), 1)>(primitive, add);
  add_variant<small(bounded_overtaking(1), 2)>(primitive, add);
}

/// For primitives that are always asynchronous and smart.
template <class Add>
void for_each_segment_size(const std::string& primitive, Add add) {
  if constexpr (is_wanted("1")) {
    add.template operator()<small(resumption::async, cancellation::smart, 1)>(primitive + ".1");
  }
  if constexpr (is_wanted("2")) {
    add.template operator()<small(resumption::async, cancellation::smart, 2)>(primitive + ".2");
  }
}

/// Requires that the segments are valid and that there are no more segments than the waiters need.
template <class Queue>
void require_sound(const Queue& queue, site where = site::current()) {
  if (const char* const defect = defect_of_structure(queue)) {
    require(false, defect, where);
  }
  require(queue.segment_count() <= segments_with_waiters(queue) + 2, "more segments than the waiters need",
          where);
}

/// A deadline that may pass at any moment.
inline constexpr std::chrono::nanoseconds soon{1};

}  // namespace cqs::check
