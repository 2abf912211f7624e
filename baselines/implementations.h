#pragma once

/// All compared implementations. A new implementation is a file with its type and its `about`, and one line
/// in the list of its kind. Workloads, conformance tests and `cqs-bench list` then include it. Code for one
/// kind includes only that list: some libraries take seconds to compile.
#include "baselines/implementations/barriers.h"
#include "baselines/implementations/latches.h"
#include "baselines/implementations/mutexes.h"
#include "baselines/implementations/pools.h"
#include "baselines/implementations/semaphores.h"
#include "baselines/implementations/shared_mutexes.h"
