#include "harness/analysis/warnings.h"

#include <fmt/format.h>

namespace cqs::harness {

std::vector<warning> warnings_of(const nlohmann::json& machine) {
  std::vector<warning> all;
  const auto& cpu = machine.at("cpu");
  const auto& topology = machine.at("topology");
  const auto& build = machine.at("build");
  const auto hardware_threads = topology.at("hardware_threads").get<double>();
  if (const std::string governor = cpu.at("governor"); governor != "performance" && governor != "unknown") {
    all.push_back({fmt::format("the frequency governor is '{}'", governor),
                   "sudo cpupower frequency-set -g performance"});
  }
  if (cpu.at("turbo") == "on") {
    all.push_back(
        {"the processor's turbo is on, so that its speed depends on how many cores are busy",
         "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo, or 0 into cpufreq/boost"});
  }
  if (cpu.at("virtualised").get<bool>()) {
    all.push_back({"this is a virtual machine, whose processors others may share",
                   "run on the bare machine; here, trust ratios within one run only"});
  }
  if (const double quota = cpu.at("quota_cpus"); quota > 0 && quota < hardware_threads) {
    all.push_back({fmt::format("the cgroup allows {} CPUs' time, and {} hardware threads are used", quota,
                               hardware_threads),
                   "lift cpu.max, or restrict the run with taskset to as many CPUs"});
  }
  if (topology.at("smt").get<bool>()) {
    all.push_back({"cores run two threads or more (SMT): with more threads than cores, some share one",
                   "compare up to the number of cores, or choose the placement 'smt' on purpose"});
  }
  if (hardware_threads < 4) {
    all.push_back({fmt::format("only {} hardware threads: nearly every contended cell is oversubscribed",
                               hardware_threads),
                   "run on a larger machine before drawing conclusions about scaling"});
  }
  const auto number = [&machine](const char* key) {
    const auto found = machine.find(key);
    return found != machine.end() && found->is_number() ? found->get<double>() : 0.0;
  };
  if (const double load = number("load_before"); load > 0.2 * hardware_threads) {
    all.push_back({fmt::format("the machine was busy before the run (load {:.2f})", load),
                   "stop other programs, wait a minute, run again"});
  }
  if (build.at("type") != "Release" || !build.at("sanitizer").get<std::string>().empty()) {
    all.push_back({fmt::format("this is a build of type '{}'{}", build.at("type").get<std::string>(),
                               build.at("sanitizer").get<std::string>().empty() ? "" : " with a sanitizer"),
                   "cmake --preset release"});
  }
  if (const std::string commit = build.at("commit"); commit.ends_with("-dirty") || commit == "unknown") {
    all.push_back({"the code measured is not that of a commit",
                   "commit, build and run again, so that others can repeat it"});
  }
  return all;
}

}  // namespace cqs::harness
