#pragma once

#include "workloads/support/experiment_builder.h"

namespace cqs::workloads {

/// The barriers of the storm. A thread waits again after an aborted wait, because its arrival stays counted.
void add_storm_barriers(experiment_builder& experiment);

}  // namespace cqs::workloads
