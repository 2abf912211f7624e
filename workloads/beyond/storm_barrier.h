#pragma once

#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

/// The barriers of the storm: an aborted wait is resumed, because the arrival stays
/// counted.
void add_storm_barriers(experiment_builder& experiment);

}  // namespace cqs::workloads
