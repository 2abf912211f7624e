#include "harness/machine/fingerprint.h"
#include "support/text.h"

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

#include "harness/machine/build_info.h"
#include "harness/machine/git_state.h"
#include "harness/machine/thread_counters.h"
#include "harness/record/cell.h"
#include "harness/record/row.h"
#include "support/hash.h"

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
    if (colon != std::string::npos && support::trimmed(std::string_view(line).substr(0, colon)) == key) {
      return std::string(support::trimmed(std::string_view(line).substr(colon + 1)));
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
std::string governor(const path& root, const support::topology& machine) {
  std::string common;
  for (const support::processor& p : machine.processors()) {
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

fingerprint fingerprint::of(const support::topology& machine, const path& root) {
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
  for (const support::processor& p : machine.processors()) {
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
  json["counters"] = thread_counters::available();
  json["build"] = build_json();
  json["machine_id"] = result.machine_id();
  json["load_before"] = load_average(root);
  return result;
}

std::string fingerprint::machine_id() const {
  return support::hash_of(_json.at("cpu").at("model").get<std::string>() + "\n" +
                          _json.at("topology").at("hash").get<std::string>());
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
