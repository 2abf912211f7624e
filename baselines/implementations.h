#pragma once

/// Everything that is compared. A new implementation is a file of its own, with its type and its `about`, and
/// one line in the list of its kind here; workloads, conformance tests and `cqs-bench list` then have it.
/// What deals with one kind alone includes that list alone: some libraries take seconds to compile.
#include "baselines/implementations/barriers.h"
#include "baselines/implementations/latches.h"
#include "baselines/implementations/mutexes.h"
#include "baselines/implementations/pools.h"
#include "baselines/implementations/semaphores.h"
#include "baselines/implementations/shared_mutexes.h"
