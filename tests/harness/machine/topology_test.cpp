#include "support/topology/topology.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <sched.h>

#include "support/error.h"

namespace cqs::harness {
namespace {

TEST(topology, counts_the_parts_of_a_four_socket_server) {
  const auto machine = support::topology::synthetic("pack:4 numa:1 l3:1 core:18 pu:2");
  EXPECT_EQ(machine.packages(), 4U);
  EXPECT_EQ(machine.nodes(), 4U);
  EXPECT_EQ(machine.caches(), 4U);
  EXPECT_EQ(machine.cores(), 72U);
  EXPECT_EQ(machine.processors().size(), 144U);
  EXPECT_TRUE(machine.smt());
}

TEST(topology, counts_the_parts_of_an_eight_socket_server) {
  const auto machine = support::topology::synthetic("pack:8 numa:1 l3:1 core:16 pu:2");
  EXPECT_EQ(machine.packages(), 8U);
  EXPECT_EQ(machine.cores(), 128U);
  EXPECT_EQ(machine.processors().size(), 256U);
}

TEST(topology, distinguishes_chiplets) {
  const auto machine = support::topology::synthetic("pack:2 numa:1 l3:4 core:4 pu:2");
  EXPECT_EQ(machine.caches(), 8U);
  EXPECT_EQ(machine.packages(), 2U);
}

TEST(topology, takes_the_package_as_the_shared_cache_of_cores_without_an_l3) {
  const auto machine = support::topology::synthetic("pack:2 l2:4 core:1 pu:1");
  EXPECT_EQ(machine.caches(), 2U);
}

TEST(topology, has_no_smt_on_a_small_virtual_machine) {
  const auto machine = support::topology::synthetic("pack:1 core:2 pu:1");
  EXPECT_EQ(machine.processors().size(), 2U);
  EXPECT_FALSE(machine.smt());
}

TEST(topology, leaves_out_a_hole_in_the_cpuset) {
  const auto machine = support::topology::synthetic("pack:1 core:4 pu:2", {2, 3, 5});
  EXPECT_EQ(machine.processors().size(), 5U);
  EXPECT_EQ(machine.cores(), 3U);
  EXPECT_EQ(machine.find(3), nullptr);
  ASSERT_NE(machine.find(4), nullptr);
  EXPECT_EQ(machine.find(4)->sibling, 0U);
}

TEST(topology, hash_distinguishes_machines_but_not_readings) {
  const auto one = support::topology::synthetic("pack:1 core:4 pu:2");
  EXPECT_EQ(one.hash(), support::topology::synthetic("pack:1 core:4 pu:2").hash());
  EXPECT_NE(one.hash(), support::topology::synthetic("pack:2 core:2 pu:2").hash());
}

TEST(topology, rejects_an_invalid_description) {
  EXPECT_THROW(support::topology::synthetic("two cores"), support::user_error);
}

TEST(topology, respects_an_inherited_affinity) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const auto whole = support::topology::of_this_machine();
  const unsigned kept = whole.processors().back().os_index;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(kept, &only);
  ASSERT_EQ(sched_setaffinity(0, sizeof only, &only), 0);
  const auto restricted = support::topology::of_this_machine();
  sched_setaffinity(0, sizeof before, &before);
  ASSERT_EQ(restricted.processors().size(), 1U);
  EXPECT_EQ(restricted.processors().front().os_index, kept);
}

}  // namespace
}  // namespace cqs::harness
