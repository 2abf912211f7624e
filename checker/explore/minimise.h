#pragma once

#include <checker/explore/explore.h>

namespace cqs::check {

/// An execution that fails in the same way as the one of `found`, with as few preemptions and as few other
/// departures from the plainest schedule as can be had within a few seconds.
result minimise(const program& program, const settings& settings, const result& found);

}  // namespace cqs::check
