#include "harness/machine/pinning.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/error.h"

namespace cqs::harness {

void pin_this_thread(unsigned cpu) {
  constexpr unsigned most = 65536;
  const std::size_t size = CPU_ALLOC_SIZE(most);
  cpu_set_t* const set = CPU_ALLOC(most);
  if (set == nullptr || cpu >= most) {
    CPU_FREE(set);
    throw support::user_error(fmt::format("there is no CPU {}", cpu));
  }
  CPU_ZERO_S(size, set);
  CPU_SET_S(cpu, size, set);
  const int failed = sched_setaffinity(0, size, set);
  const int error = errno;
  CPU_FREE(set);
  if (failed != 0) {
    throw support::user_error(
        fmt::format("a thread cannot be pinned to CPU {}: {}; is it online, and in this process's cpuset?",
                    cpu, std::strerror(error)));
  }
}

bool bind_memory_of_this_thread(unsigned node) {
  constexpr std::size_t bits = sizeof(unsigned long) * CHAR_BIT;
  std::array<unsigned long, 1024 / bits> mask{};
  if (node >= 1024) {
    return false;
  }
  mask[node / bits] = 1UL << (node % bits);
  // The kernel takes the count of bits plus one.
  return syscall(SYS_set_mempolicy, MPOL_BIND, mask.data(), 1024 + 1) == 0;
}

}  // namespace cqs::harness
