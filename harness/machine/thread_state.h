#pragma once

#include <sys/types.h>

namespace cqs::harness {

/// Whether the kernel says that this thread of this process sleeps.
bool is_asleep(pid_t thread);

}  // namespace cqs::harness
