#pragma once

#include "harness/record/sample.h"

namespace cqs::workloads {

/// The segments of the queue behind it, if it has any to tell of. Nobody may use it meanwhile.
template <class T>
void set_segments(harness::sample& sample, const T& primitive) {
  if constexpr (requires { primitive.underlying().queue().segment_count(); }) {
    sample.set("segments", static_cast<double>(primitive.underlying().queue().segment_count()));
  }
}

}  // namespace cqs::workloads
