#pragma once

#include <span>

namespace cqs::harness {

/// Keeps the calling thread on this CPU. Throws `user_error` if it is offline or not allowed.
void pin_this_thread(unsigned cpu);

/// Keeps the calling thread, and what it starts, on these CPUs. Throws `user_error` as above.
void keep_this_thread_on(std::span<const unsigned> cpus);

}  // namespace cqs::harness
