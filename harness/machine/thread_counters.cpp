#include "harness/machine/thread_counters.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/futex_calls.h"

namespace cqs::harness {

namespace {

struct event {
  const char* name;
  std::uint32_t type;
  std::uint64_t which;
  std::optional<std::uint64_t> thread_usage::*counter;
};

constexpr std::array<event, 4> all_events{
    event{"migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, &thread_usage::migrations},
    event{"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, &thread_usage::cycles},
    event{"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, &thread_usage::instructions},
    event{"cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, &thread_usage::cache_misses},
};

/// A file that counts the event for the calling thread; -1 and errno if there is none.
int open_event(const event& e) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = e.type;
  attributes.config = e.which;
  // The kernel grants most users their own space only; a migration happens outside of it.
  attributes.exclude_kernel = e.type == PERF_TYPE_HARDWARE ? 1 : 0;
  attributes.exclude_hv = 1;
  return static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::string why_absent(int error) {
  switch (error) {
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
      return "absent: the processor, or the virtual machine, does not offer it";
    case EACCES:
    case EPERM:
      return "absent: not permitted; lower /proc/sys/kernel/perf_event_paranoid";
    case ENOSYS:
      return "absent: the kernel lacks perf_event";
    default:
      return fmt::format("absent: {}", std::strerror(error));
  }
}

/// The second number of /proc/thread-self/schedstat: nanoseconds on the run queue.
std::optional<std::uint64_t> runnable_ns(int file) {
  std::array<char, 96> text{};
  unsigned long long ran = 0;
  unsigned long long waited = 0;
  if (file < 0 || pread(file, text.data(), text.size() - 1, 0) <= 0 ||
      std::sscanf(text.data(), "%llu %llu", &ran, &waited) != 2) {
    return std::nullopt;
  }
  return waited;
}

}  // namespace

thread_counters::thread_counters() {
  for (std::size_t i = 0; i < events; ++i) {
    _files[i] = open_event(all_events[i]);
  }
  _schedule = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
}

thread_counters::~thread_counters() {
  for (const int file : _files) {
    if (file >= 0) {
      close(file);
    }
  }
  if (_schedule >= 0) {
    close(_schedule);
  }
}

thread_usage thread_counters::read() const {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  thread_usage result;
  result.voluntary_switches = static_cast<std::uint64_t>(usage.ru_nvcsw);
  result.involuntary_switches = static_cast<std::uint64_t>(usage.ru_nivcsw);
  result.cpu_ns =
      static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
  result.runnable_ns = runnable_ns(_schedule);
  result.futex_calls = support::futex_calls;
  for (std::size_t i = 0; i < events; ++i) {
    std::uint64_t value = 0;
    if (_files[i] >= 0 && ::read(_files[i], &value, sizeof value) == sizeof value) {
      result.*all_events[i].counter = value;
    }
  }
  return result;
}

std::map<std::string, std::string> thread_counters::available() {
  std::map<std::string, std::string> result;
  for (const event& e : all_events) {
    const int file = open_event(e);
    result[e.name] = file >= 0 ? "counted" : why_absent(errno);
    if (file >= 0) {
      close(file);
    }
  }
  result["futex_calls"] =
      "counted where an implementation of this repository makes them; absent: inside of a library";
  result["runnable"] =
      access("/proc/thread-self/schedstat", R_OK) == 0 ? "counted" : "absent: the kernel lacks schedstat";
  return result;
}

}  // namespace cqs::harness
