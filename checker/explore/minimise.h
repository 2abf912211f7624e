#pragma once

#include <checker/explore/explore.h>

namespace cqs::check {

/// Finds a shorter schedule with the same kind of violation as `found`. It has as few preemptions and other
/// departures from the default schedule as a few seconds of search can achieve.
result minimise(const program& program, const settings& settings, const result& found);

}  // namespace cqs::check
