#pragma once

#include "harness/record/sample.h"

namespace cqs::workloads {

/// Returns the segments of the object's queue, if the object can count them. Nobody may use the object
/// meanwhile.
template <class T>
void set_segments(harness::sample& sample, const T& primitive) {
  if constexpr (requires { primitive.underlying().queue().segment_count(); }) {
    sample.set("segments", static_cast<double>(primitive.underlying().queue().segment_count()));
  }
}

}  // namespace cqs::workloads
