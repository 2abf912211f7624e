#pragma once

#include <vector>

#include "harness/record/sample.h"

namespace cqs::workloads {

/// Removes the measures of fairness. For workloads that do not count the operations of each thread: their
/// shares would mean nothing.
inline void leave_out_fairness(harness::sample& sample) {
  std::erase_if(sample.measures, [](const auto& measure) {
    return measure.first == "jain" || measure.first.starts_with("thread_ops");
  });
}

}  // namespace cqs::workloads
