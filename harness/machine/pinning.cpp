#include "harness/machine/pinning.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include "support/error.h"

namespace cqs::harness {

void pin_this_thread(unsigned cpu) {
  keep_this_thread_on({&cpu, 1});
}

void keep_this_thread_on(std::span<const unsigned> cpus) {
  constexpr unsigned most = 65536;
  const std::size_t size = CPU_ALLOC_SIZE(most);
  cpu_set_t* const set = CPU_ALLOC(most);
  if (set == nullptr || std::ranges::any_of(cpus, [](unsigned cpu) { return cpu >= most; })) {
    CPU_FREE(set);
    throw support::user_error(fmt::format("there is no CPU {}", fmt::join(cpus, " or no CPU ")));
  }
  CPU_ZERO_S(size, set);
  for (const unsigned cpu : cpus) {
    CPU_SET_S(cpu, size, set);
  }
  const int failed = sched_setaffinity(0, size, set);
  const int error = errno;
  CPU_FREE(set);
  if (failed != 0) {
    throw support::user_error(
        fmt::format("a thread cannot be pinned to CPU {}: {}; is it online, and in this process's cpuset?",
                    fmt::join(cpus, ","), std::strerror(error)));
  }
}

}  // namespace cqs::harness
