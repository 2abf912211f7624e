#pragma once

#include "harness/experiment.h"

namespace cqs::workloads {

/// The barriers of the storm: a doomed wait is given up and then taken up again, as the arrival stays
/// counted.
void add_storm_barriers(harness::experiment& experiment);

}  // namespace cqs::workloads
