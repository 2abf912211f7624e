#pragma once

#include <cstdint>
#include <span>

#include "harness/record/sample.h"
#include "harness/team/team_result.h"

namespace cqs::harness {

/// The measures of a team's run: time per operation, waits, aborts, fairness, context switches.
sample sample_of(const team_result& result);

/// For workloads whose operation is a phase that all threads pass together: counts phases instead of passes.
void count_by_phase(sample& sample, const team_result& result);

/// `jain`, `thread_ops_min` and `thread_ops_max` of the threads' operations.
void set_fairness(sample& sample, std::span<const std::uint64_t> operations);

/// Jain's fairness index: 1 if all shares are equal, 1/n if one share is everything.
double jain_index(std::span<const std::uint64_t> shares);

}  // namespace cqs::harness
