#include "harness/fingerprint.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "harness/build_info.h"
#include "harness/cell.h"
#include "harness/git_state.h"
#include "harness/hash.h"
#include "harness/row.h"

namespace cqs::harness {

namespace {

using std::filesystem::path;

constexpr auto unknown = "unknown";

std::string first_line(const path& file, const std::string& otherwise = unknown) {
  std::ifstream in(file);
  std::string line;
  return std::getline(in, line) ? line : otherwise;
}

/// The value of the first `key : value` in /proc/cpuinfo.
std::string cpuinfo(const path& root, std::string_view key) {
  std::ifstream in(root / "proc/cpuinfo");
  std::string line;
  while (std::getline(in, line)) {
    const auto colon = line.find(':');
    if (colon != std::string::npos && trimmed(std::string_view(line).substr(0, colon)) == key) {
      return std::string(trimmed(std::string_view(line).substr(colon + 1)));
    }
  }
  return unknown;
}

/// Of `always [madvise] never`, the one in brackets.
std::string chosen(const std::string& line) {
  const auto open = line.find('[');
  const auto close = line.find(']');
  return open == std::string::npos || close == std::string::npos ? line
                                                                 : line.substr(open + 1, close - open - 1);
}

/// "performance" if all CPUs say so, "mixed" if they differ.
std::string governor(const path& root, const topology& machine) {
  std::string common;
  for (const processor& p : machine.processors()) {
    const std::string one =
        first_line(root / fmt::format("sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", p.os_index));
    common = common.empty() || common == one ? one : "mixed";
  }
  return common;
}

std::string turbo(const path& root) {
  const path cpu = root / "sys/devices/system/cpu";
  const std::string no_turbo = first_line(cpu / "intel_pstate/no_turbo");
  if (no_turbo != unknown) {
    return no_turbo == "0" ? "on" : "off";
  }
  const std::string boost = first_line(cpu / "cpufreq/boost");
  return boost == unknown ? unknown : boost == "1" ? "on" : "off";
}

nlohmann::ordered_json mitigations(const path& root) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  std::error_code error;
  std::vector<path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(root / "sys/devices/system/cpu/vulnerabilities", error)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const path& file : files) {
    all[file.filename().string()] = first_line(file);
  }
  return all;
}

/// How many CPUs' time the cgroup allows; 0: as many as there are.
double cpu_quota(const path& root) {
  std::istringstream text(first_line(root / "sys/fs/cgroup/cpu.max", "max"));
  double quota = 0;
  double period = 0;
  return text >> quota >> period && period > 0 ? quota / period : 0;
}

bool virtualised(const path& root) {
  return fmt::format(" {} ", cpuinfo(root, "flags")).find(" hypervisor ") != std::string::npos;
}

nlohmann::ordered_json build_json() {
  return {
    {"commit", build_commit()}, {"compiler", build::compiler}, {"flags", build::flags}, {"type", build::type},
        {"sanitizer", build::sanitizer},
#if defined(_LIBCPP_VERSION)
        {"standard_library", fmt::format("libc++ {}", _LIBCPP_VERSION)},
#else
        {"standard_library", fmt::format("libstdc++ {}.{}", _GLIBCXX_RELEASE, __GLIBCXX__)},
#endif
    {
      "libc", fmt::format("glibc {}", gnu_get_libc_version())
    }
  };
}

}  // namespace

fingerprint fingerprint::of(const topology& machine, const path& root) {
  utsname system{};
  uname(&system);
  fingerprint result;
  auto& json = result._json;
  json["schema"] = row::schema;
  json["host"] = system.nodename;
  json["cpu"] = {{"model", cpuinfo(root, "model name")}, {"microcode", cpuinfo(root, "microcode")},
                 {"governor", governor(root, machine)},  {"turbo", turbo(root)},
                 {"virtualised", virtualised(root)},     {"quota_cpus", cpu_quota(root)}};
  std::vector<unsigned> usable;
  for (const processor& p : machine.processors()) {
    usable.push_back(p.os_index);
  }
  json["topology"] = {{"packages", machine.packages()},
                      {"memory_nodes", machine.nodes()},
                      {"last_level_caches", machine.caches()},
                      {"cores", machine.cores()},
                      {"hardware_threads", machine.processors().size()},
                      {"smt", machine.smt()},
                      {"cpus", usable},
                      {"structure", machine.structure()},
                      {"hash", machine.hash()}};
  json["system"] = {{"kernel", fmt::format("{} {}", system.sysname, system.release)},
                    {"architecture", system.machine},
                    {"huge_pages", chosen(first_line(root / "sys/kernel/mm/transparent_hugepage/enabled"))},
                    {"mitigations", mitigations(root)}};
  json["build"] = build_json();
  json["machine_id"] = result.machine_id();
  json["load_before"] = load_average(root);
  return result;
}

std::string fingerprint::machine_id() const {
  return hash_of(_json.at("cpu").at("model").get<std::string>() + "\n" +
                 _json.at("topology").at("hash").get<std::string>());
}

std::vector<warning> fingerprint::warnings(const nlohmann::json& json) {
  std::vector<warning> all;
  const auto& cpu = json.at("cpu");
  const auto& topology = json.at("topology");
  const auto& build = json.at("build");
  const auto hardware_threads = topology.at("hardware_threads").get<double>();
  if (const std::string governor = cpu.at("governor"); governor != "performance" && governor != unknown) {
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
  const auto number = [&json](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : 0.0;
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
  if (const std::string commit = build.at("commit"); commit.ends_with("-dirty") || commit == unknown) {
    all.push_back({"the code measured is not that of a commit",
                   "commit, build and run again, so that others can repeat it"});
  }
  return all;
}

double load_average(const path& root) {
  std::istringstream text(first_line(root / "proc/loadavg", ""));
  double load = 0;
  return text >> load ? load : std::numeric_limits<double>::quiet_NaN();
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
}

}  // namespace cqs::harness
