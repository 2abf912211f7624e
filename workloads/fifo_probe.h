#pragma once

#include <functional>

#include "harness/sample.h"

namespace cqs::workloads {

/// Enters a section that one thread at a time may be in, runs what it is given there, and leaves.
using enter_function = std::function<void(const std::function<void()>& inside)>;

/// Counts waits that are served out of turn. Threads enter the queue one after another, each only when the
/// one before stands in it for certain; then the section is left, and its last holder comes again at once,
/// behind all of them. What is counted are the pairs that get in the other way round: none, if it is first
/// come, first served.
///
/// Sets `fifo_violations` and `fifo_pairs`, out of which they are. It is a violated invariant if `fair`.
void probe_order(harness::sample& sample, bool fair, const enter_function& enter);

}  // namespace cqs::workloads
