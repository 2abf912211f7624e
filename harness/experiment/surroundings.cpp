#include "harness/experiment/surroundings.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/machine/fingerprint.h"
#include "harness/team/geometric_work.h"

namespace cqs::harness {

namespace {

constexpr std::uint64_t reference_mean = 100;

/// Processor time of this process and of the children it has waited for, such as a JVM.
double own_seconds() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& t : {usage.ru_utime, usage.ru_stime}) {
      sum += static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    }
  }
  return sum;
}

/// Of the first processor that tells; 0 if none does.
double frequency_mhz(std::span<const unsigned> cpus) {
  std::ifstream file(
      fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_cur_freq", cpus.empty() ? 0 : cpus.front()));
  double kilohertz = 0;
  return file >> kilohertz ? kilohertz / 1000 : 0;
}

}  // namespace

surroundings::surroundings(std::span<const unsigned> cpus)
    : _cpus(cpus.begin(), cpus.end()),
      _load(load_average()),
      _reference_ns(calibrate_work(reference_mean)),
      _own_seconds(own_seconds()),
      _begin(clock::now()),
      _before(processor_times::of(_cpus)) {
  std::ranges::sort(_cpus);
  _cpus.erase(std::unique(_cpus.begin(), _cpus.end()), _cpus.end());
}

void surroundings::tell(sample& sample) const {
  const processor_times after = processor_times::of(_cpus);
  const double seconds = std::chrono::duration<double>(clock::now() - _begin).count();
  const auto processors =
      static_cast<double>(_cpus.empty() ? sysconf(_SC_NPROCESSORS_ONLN) : static_cast<long>(_cpus.size()));
  const double available = seconds * processors;
  if (_before.known && after.known && available > 0) {
    const double stolen = after.stolen - _before.stolen;
    const double idle = after.idle - _before.idle;
    const double others = available - idle - stolen - (own_seconds() - _own_seconds);
    sample.set("steal_share", std::clamp(stolen / available, 0.0, 1.0));
    sample.set("others_share", std::clamp(others / available, 0.0, 1.0));
  }
  sample.set("load", _load);
  if (const double frequency = frequency_mhz(_cpus); frequency > 0) {
    sample.set("frequency_mhz", frequency);
  }
  sample.set("reference_ns", _reference_ns);
  sample.set("reference_after_ns", calibrate_work(reference_mean));
}

}  // namespace cqs::harness
