#pragma once

#include <array>
#include <map>
#include <string>

#include "harness/machine/thread_usage.h"

namespace cqs::harness {

/// Counts what the thread that makes it uses of the machine: switches and time of the system, and as far as this machine has
/// them, counters of the kernel and of the processor (perf_event). Only that thread may read it.
class thread_counters {
 public:
  thread_counters();
  thread_counters(const thread_counters&) = delete;
  thread_counters& operator=(const thread_counters&) = delete;
  ~thread_counters();

  thread_usage read() const;

  /// Of each counter by its name: `counted`, or why it is absent.
  static std::map<std::string, std::string> available();

 private:
  static constexpr std::size_t events = 4;

  std::array<int, events> _files{};
  int _schedule = -1;  ///< /proc/thread-self/schedstat
};

}  // namespace cqs::harness
