#include "harness/machine/placement.h"

#include <set>

#include <gtest/gtest.h>

#include "support/error.h"

namespace cqs::harness {
namespace {

using cpu_list = std::vector<unsigned>;

// hwloc numbers synthetic hardware threads by proximity: siblings are 2i and 2i + 1 with pu:2.
support::topology four_sockets() {
  return support::topology::synthetic("pack:4 numa:1 l3:1 core:18 pu:2");
}
support::topology eight_sockets() {
  return support::topology::synthetic("pack:8 numa:1 l3:1 core:16 pu:2");
}
support::topology chiplets() {
  return support::topology::synthetic("pack:2 numa:1 l3:2 core:2 pu:2");
}

cpu_list place(const std::string& policy, const support::topology& machine, std::size_t threads) {
  return placement::parse(policy).place(machine, threads);
}

std::size_t packages_used(const support::topology& machine, const cpu_list& list) {
  std::set<unsigned> used;
  for (const unsigned cpu : list) {
    used.insert(machine.find(cpu)->package);
  }
  return used.size();
}

TEST(placement, compact_takes_the_nearest_cores_and_siblings_last) {
  const auto machine = four_sockets();
  EXPECT_EQ(place("compact", machine, 3), (cpu_list{0, 2, 4}));
  EXPECT_EQ(packages_used(machine, place("compact", machine, 18)), 1U);
  EXPECT_EQ(packages_used(machine, place("compact", machine, 19)), 2U);
  const auto all = place("compact", machine, 144);
  EXPECT_EQ(all[71], 142U);
  EXPECT_EQ(all[72], 1U);
}

TEST(placement, socket_fills_a_package_before_the_next) {
  const auto machine = four_sockets();
  EXPECT_EQ(packages_used(machine, place("socket", machine, 36)), 1U);
  EXPECT_EQ(packages_used(machine, place("socket", machine, 37)), 2U);
  const auto all = place("socket", machine, 37);
  EXPECT_EQ(all[17], 34U);
  EXPECT_EQ(all[18], 1U);
  EXPECT_EQ(all[36], 36U);
}

TEST(placement, smt_puts_siblings_together) {
  EXPECT_EQ(place("smt", four_sockets(), 4), (cpu_list{0, 1, 2, 3}));
  EXPECT_EQ(place("smt", chiplets(), 3), (cpu_list{0, 1, 2}));
}

TEST(placement, scatter_maximises_the_distance) {
  EXPECT_EQ(place("scatter", four_sockets(), 5), (cpu_list{0, 36, 72, 108, 2}));
  const auto machine = eight_sockets();
  EXPECT_EQ(packages_used(machine, place("scatter", machine, 8)), 8U);
  EXPECT_EQ(place("scatter", machine, 256)[128], 1U);
}

TEST(placement, scatter_changes_the_chiplet_before_the_core) {
  // packages 0-7 and 8-15, chiplets of four hardware threads each
  EXPECT_EQ(place("scatter", chiplets(), 8), (cpu_list{0, 8, 4, 12, 2, 10, 6, 14}));
}

TEST(placement, compact_stays_on_the_chiplet_while_it_has_cores) {
  EXPECT_EQ(place("compact", chiplets(), 5), (cpu_list{0, 2, 4, 6, 8}));
}

TEST(placement, every_policy_uses_every_hardware_thread_once) {
  for (const auto& machine :
       {four_sockets(), eight_sockets(), chiplets(), support::topology::synthetic("pack:1 core:2 pu:1"),
        support::topology::synthetic("pack:1 core:4 pu:2", {0, 3, 5})}) {
    for (const std::string& policy : placement::policies()) {
      if (policy == "none") {
        continue;
      }
      const auto list = place(policy, machine, machine.processors().size());
      EXPECT_EQ(std::set<unsigned>(list.begin(), list.end()).size(), machine.processors().size()) << policy;
      for (const unsigned cpu : list) {
        EXPECT_NE(machine.find(cpu), nullptr) << policy;
      }
    }
  }
}

TEST(placement, a_hole_in_the_cpuset_is_never_used) {
  const auto machine = support::topology::synthetic("pack:2 core:2 pu:2", {0, 1});
  EXPECT_EQ(place("compact", machine, 3), (cpu_list{2, 4, 6}));
  EXPECT_EQ(place("scatter", machine, 3), (cpu_list{2, 4, 6}));
  EXPECT_EQ(place("socket", machine, 3), (cpu_list{2, 3, 4}));
}

TEST(placement, extra_threads_start_over_at_the_first_processor) {
  EXPECT_EQ(place("compact", support::topology::synthetic("pack:1 core:2 pu:1"), 5),
            (cpu_list{0, 1, 0, 1, 0}));
}

TEST(placement, none_places_nothing) {
  EXPECT_TRUE(place("none", four_sockets(), 4).empty());
}

TEST(placement, a_list_is_used_unchanged) {
  EXPECT_EQ(place("5,0,2-3", chiplets(), 6), (cpu_list{5, 0, 2, 3, 5, 0}));
}

TEST(placement, a_list_with_an_unusable_cpu_names_it) {
  try {
    place("0,3", support::topology::synthetic("pack:1 core:4 pu:1", {3}), 2);
    FAIL();
  } catch (const support::user_error& e) {
    EXPECT_NE(std::string(e.what()).find("CPU 3"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("0-2"), std::string::npos) << e.what();
  }
}

TEST(placement, rejects_an_unknown_policy) {
  for (const char* text : {"", "compactly", "1,", "1,,2", "1-", "-1", "4-2", "1;2", "99999999999"}) {
    EXPECT_THROW(placement::parse(text), support::user_error) << text;
  }
}

TEST(placement, lists_are_written_as_ranges) {
  EXPECT_EQ(format_cpu_list({7, 0, 1, 2, 5, 8}), "0-2,5,7-8");
}

}  // namespace
}  // namespace cqs::harness
