#pragma once

#include <span>

namespace cqs::harness {

/// Keeps the calling thread on this CPU. Throws `user_error` if it is offline or not allowed.
void pin_this_thread(unsigned cpu);

/// Keeps the calling thread, and what it starts, on these CPUs. Throws `user_error` as above.
void keep_this_thread_on(std::span<const unsigned> cpus);

/// What the calling thread allocates comes from this memory node from now on. False where the kernel cannot
/// do so: a machine of one node, a container without the right.
bool bind_memory_of_this_thread(unsigned node);

}  // namespace cqs::harness
