#include "harness/machine/fingerprint.h"
#include "harness/analysis/warnings.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace cqs::harness {
namespace {

/// A machine made of files in place of /proc and /sys.
class fingerprint_test : public testing::Test {
 protected:
  fingerprint_test()
      : _root(std::filesystem::temp_directory_path() / ("cqs-machine-" + std::to_string(getpid()))) {
    write("proc/cpuinfo",
          "processor : 0\nmodel name\t: Test CPU 9000\nmicrocode\t: 0x42\nflags\t\t: fpu sse\n");
    write("proc/loadavg", "0.05 0.1 0.1 1/100 1234\n");
    write("sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: Retpolines\n");
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    governor("performance");
  }
  ~fingerprint_test() override { std::filesystem::remove_all(_root); }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((_root / file).parent_path());
    std::ofstream(_root / file) << text;
  }
  void governor(const std::string& name) const {
    for (const char* cpu : {"cpu0", "cpu1", "cpu2", "cpu3"}) {
      write(std::string("sys/devices/system/cpu/") + cpu + "/cpufreq/scaling_governor", name + "\n");
    }
  }
  fingerprint read() const {
    return fingerprint::of(support::topology::synthetic("pack:1 core:4 pu:1"), _root);
  }

  bool warns(const std::string& text) const {
    const auto all = warnings_of(nlohmann::json::parse(read().json().dump()));
    return std::ranges::any_of(all, [&](const warning& w) {
      EXPECT_FALSE(w.remedy.empty());
      return w.what.find(text) != std::string::npos;
    });
  }

 private:
  std::filesystem::path _root;
};

TEST_F(fingerprint_test, describes_the_machine_and_the_build) {
  const auto json = read().json();
  EXPECT_EQ(json["cpu"]["model"], "Test CPU 9000");
  EXPECT_EQ(json["cpu"]["microcode"], "0x42");
  EXPECT_EQ(json["cpu"]["governor"], "performance");
  EXPECT_EQ(json["cpu"]["virtualised"], false);
  EXPECT_EQ(json["topology"]["hardware_threads"], 4);
  EXPECT_EQ(json["topology"]["smt"], false);
  EXPECT_EQ(json["system"]["huge_pages"], "madvise");
  EXPECT_EQ(json["system"]["mitigations"]["spectre_v2"], "Mitigation: Retpolines");
  EXPECT_EQ(json["load_before"], 0.05);
  for (const char* key : {"commit", "compiler", "flags", "type", "standard_library", "libc"}) {
    EXPECT_TRUE(json["build"].contains(key)) << key;
  }
}

TEST_F(fingerprint_test, machine_id_depends_only_on_the_hardware) {
  const std::string before = read().machine_id();
  governor("powersave");
  write("proc/loadavg", "7.0 1 1 1/100 1234\n");
  EXPECT_EQ(read().machine_id(), before);
  write("proc/cpuinfo", "model name : Another CPU\n");
  EXPECT_NE(read().machine_id(), before);
}

TEST_F(fingerprint_test, warns_only_of_disturbances) {
  EXPECT_FALSE(warns("governor"));
  EXPECT_FALSE(warns("virtual machine"));
  EXPECT_FALSE(warns("busy"));
  governor("powersave");
  EXPECT_TRUE(warns("governor is 'powersave'"));
  write("proc/loadavg", "3.0 1 1 1/100 1234\n");
  EXPECT_TRUE(warns("busy before the run"));
  write("proc/cpuinfo", "model name : Test\nflags : fpu hypervisor sse\n");
  EXPECT_TRUE(warns("virtual machine"));
  write("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  EXPECT_TRUE(warns("turbo"));
  write("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_TRUE(warns("allows 2 CPUs' time"));
}

TEST_F(fingerprint_test, says_unknown_if_a_file_is_unreadable) {
  const auto json =
      fingerprint::of(support::topology::synthetic("pack:1 core:2 pu:1"), "/no/such/root").json();
  EXPECT_EQ(json["cpu"]["model"], "unknown");
  EXPECT_EQ(json["cpu"]["governor"], "unknown");
  EXPECT_TRUE(nlohmann::json::parse(json.dump())["load_before"].is_null());
  EXPECT_NO_THROW(warnings_of(nlohmann::json::parse(json.dump())));
}

}  // namespace
}  // namespace cqs::harness
