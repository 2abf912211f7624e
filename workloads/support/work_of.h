#pragma once

#include <cstdint>

#include "harness/record/sample.h"

namespace cqs::workloads {

template <class Run>
std::uint64_t work_of(const Run& run) {
  return static_cast<std::uint64_t>(run.cell.number("work"));
}

/// Returns the mean duration of the cell's work on this machine, in nanoseconds.
template <class Run>
void set_work(harness::sample& sample, const Run& run) {
  sample.set("work_ns", run.work_ns(work_of(run)));
}

}  // namespace cqs::workloads
