#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <cqs/options.h>

namespace cqs::tests {

/// A variant of the framework as a test parameter.
template <resumption Resumption, cancellation Cancellation, std::size_t SegmentSize, std::uint32_t SpinLimit>
struct variant_of {
  static constexpr options variant{.resumption = Resumption,
                                   .cancellation = Cancellation,
                                   .segment_size = SegmentSize,
                                   .spin_limit = SpinLimit,
                                   .waiting = {.spin_ns = SpinLimit, .most_spin_ns = SpinLimit}};
};

/// The same with bounded overtaking.
template <std::uint32_t MostOvertakings, std::size_t SegmentSize, std::uint32_t SpinLimit>
struct overtaking_variant_of {
  static constexpr options variant{.segment_size = SegmentSize,
                                   .spin_limit = SpinLimit,
                                   .waiting = {.spin_ns = SpinLimit, .most_spin_ns = SpinLimit},
                                   .order = bounded_overtaking(MostOvertakings)};
};

/// The variants of one segment size: {async, sync} × {simple, smart} × spin {1, 10, 100}, and bounded overtaking.
template <std::size_t SegmentSize>
using variants =
    testing::Types<variant_of<resumption::async, cancellation::simple, SegmentSize, 1>,
                   variant_of<resumption::async, cancellation::simple, SegmentSize, 10>,
                   variant_of<resumption::async, cancellation::simple, SegmentSize, 100>,
                   variant_of<resumption::async, cancellation::smart, SegmentSize, 1>,
                   variant_of<resumption::async, cancellation::smart, SegmentSize, 10>,
                   variant_of<resumption::async, cancellation::smart, SegmentSize, 100>,
                   variant_of<resumption::sync, cancellation::simple, SegmentSize, 1>,
                   variant_of<resumption::sync, cancellation::simple, SegmentSize, 10>,
                   variant_of<resumption::sync, cancellation::simple, SegmentSize, 100>,
                   variant_of<resumption::sync, cancellation::smart, SegmentSize, 1>,
                   variant_of<resumption::sync, cancellation::smart, SegmentSize, 10>,
                   variant_of<resumption::sync, cancellation::smart, SegmentSize, 100>,
                   overtaking_variant_of<1, SegmentSize, 1>, overtaking_variant_of<16, SegmentSize, 100>>;

struct variant_name {
  template <class Variant>
  static std::string GetName(int /*index*/) {
    constexpr options o = Variant::variant;
    return std::string(o.resumption == resumption::sync ? "sync" : "async") + "_" +
           (o.cancellation == cancellation::smart ? "smart" : "simple") + "_segment_" +
           std::to_string(o.segment_size) + "_spin_" + std::to_string(o.spin_limit) +
           (o.order.is_strict() ? "" : "_overtaking_" + std::to_string(o.order.most_overtakings));
  }
};

}  // namespace cqs::tests
