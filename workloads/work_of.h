#pragma once

#include <cstdint>

#include "harness/cell_run.h"
#include "harness/geometric_work.h"
#include "harness/sample.h"

namespace cqs::workloads {

inline std::uint64_t work_of(const harness::cell_run& run) {
  return static_cast<std::uint64_t>(run.cell.number("work"));
}

/// What the mean of the cell's work takes here, in nanoseconds.
inline void set_work(harness::sample& sample, const harness::cell_run& run) {
  sample.set("work_ns", harness::calibrate_work(work_of(run)));
}

}  // namespace cqs::workloads
