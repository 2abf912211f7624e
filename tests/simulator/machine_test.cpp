// Machine files: the required entries, and the errors for invalid files.

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <hwloc.h>

#include "round_machine.h"
#include "support/error.h"

namespace cqs::simulator::tests {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& text) {
  try {
    machine::parse("mine", text);
  } catch (const support::user_error& e) {
    return e.what();
  }
  return "";
}

TEST(machine_files, that_are_built_in_are_valid) {
  for (const std::string& name : machine::built_in()) {
    EXPECT_EQ(machine::load(name).name(), name);
  }
}

TEST(machine_files, the_papers_server_has_144_hardware_threads) {
  const machine server = machine::load("skylake-4s");
  EXPECT_EQ(server.processors().size(), 144U);
  EXPECT_EQ(server.cores(), 72U);
  EXPECT_EQ(server.topology().packages(), 4U);
}

TEST(machine_files, an_error_names_an_unknown_key_and_the_nearest_one) {
  const std::string said = complaint(replaced(round_machine_text(), "\"quantum\"", "\"quantums\""));
  EXPECT_NE(said.find("unknown key 'quantums': did you mean 'quantum'?"), std::string::npos) << said;
}

TEST(machine_files, an_error_names_a_missing_number) {
  const std::string said = complaint(replaced(round_machine_text(), "\"rmw\": [10, \"made up\"],", ""));
  EXPECT_NE(said.find("lacks the key 'rmw'"), std::string::npos) << said;
}

TEST(machine_files, a_number_needs_its_source) {
  const std::string said =
      complaint(replaced(round_machine_text(), "\"rmw\": [10, \"made up\"]", "\"rmw\": 10"));
  EXPECT_NE(said.find("'rmw' must be [number, \"source of the number\"]"), std::string::npos) << said;
}

TEST(machine_files, a_number_may_have_a_range_that_contains_it) {
  const std::string number = "\"rmw\": [10, \"made up\"]";
  EXPECT_EQ(complaint(replaced(round_machine_text(), number, "\"rmw\": [10, [8, 20], \"made up\"]")), "");
  for (const char* range : {"[11, 20]", "[1, 9]", "[10]", "7"}) {
    const std::string said = complaint(
        replaced(round_machine_text(), number, std::string("\"rmw\": [10, ") + range + ", \"made up\"]"));
    EXPECT_NE(said.find("the range of 'rmw' must be"), std::string::npos) << said;
  }
}

TEST(machine_files, an_idle_state_needs_its_source) {
  const std::string said =
      complaint(replaced(round_machine_text(), "\"exit\": 3000, \"source\": \"made up\"", "\"exit\": 3000"));
  EXPECT_NE(said.find("idle_states lacks the key 'source'"), std::string::npos) << said;
}

TEST(machine_files, idle_states_go_from_shallow_to_deep) {
  const std::string said = complaint(replaced(round_machine_text(), "\"from\": 100000", "\"from\": 10000"));
  EXPECT_NE(said.find("'deep' must begin later"), std::string::npos) << said;
}

TEST(machine_files, a_negative_time_is_rejected) {
  EXPECT_NE(complaint(replaced(round_machine_text(), "[10, ", "[-10, ")).find("'rmw' must be from 0"),
            std::string::npos);
}

TEST(machine_files, an_invalid_topology_is_rejected) {
  EXPECT_NE(complaint(replaced(round_machine_text(), "pack:2 l3:2", "shed:2")).find("is not a topology"),
            std::string::npos);
}

TEST(machine_files, an_error_names_an_unknown_machine_and_the_nearest_name) {
  try {
    machine::load("skylake4s");
    FAIL();
  } catch (const support::user_error& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'skylake-4s'?"), std::string::npos) << e.what();
  }
}

/// The output of `lstopo FILE.xml` on a machine of that shape.
void export_xml(const std::string& shape, const std::filesystem::path& file) {
  hwloc_topology_t topology = nullptr;
  ASSERT_EQ(hwloc_topology_init(&topology), 0);
  ASSERT_EQ(hwloc_topology_set_synthetic(topology, shape.c_str()), 0);
  ASSERT_EQ(hwloc_topology_load(topology), 0);
  ASSERT_EQ(hwloc_topology_export_xml(topology, file.c_str(), 0), 0);
  hwloc_topology_destroy(topology);
}

TEST(machine_files, may_refer_to_a_topology_in_hwloc_xml) {
  const auto folder = std::filesystem::path(testing::TempDir());
  export_xml("pack:2 l3:2 core:2 pu:2", folder / "exported.xml");
  std::ofstream(folder / "exported.json")
      << replaced(round_machine_text(), "pack:2 l3:2 core:2 pu:2", "exported.xml");
  const machine exported = machine::load((folder / "exported.json").string());
  const machine& same = round_machine();
  ASSERT_EQ(exported.processors().size(), same.processors().size());
  EXPECT_EQ(exported.cores(), same.cores());
  for (unsigned core = 0; core < same.cores(); ++core) {
    core_set holder;
    holder.set(core);
    EXPECT_EQ(exported.nearest(0, holder), same.nearest(0, holder)) << core;
  }
}

TEST(machine_files, an_error_names_a_file_without_a_topology) {
  const auto folder = std::filesystem::path(testing::TempDir());
  std::ofstream(folder / "broken.xml") << "<nothing/>";
  std::ofstream(folder / "mine.json")
      << replaced(round_machine_text(), "pack:2 l3:2 core:2 pu:2", "broken.xml");
  try {
    machine::load((folder / "mine.json").string());
    FAIL();
  } catch (const support::user_error& e) {
    EXPECT_NE(std::string(e.what()).find("broken.xml' is not a topology"), std::string::npos) << e.what();
  }
}

TEST(distances, follow_the_topology) {
  const machine& m = round_machine();
  const auto holders = [](std::initializer_list<unsigned> cores) {
    core_set set;
    for (const unsigned c : cores) {
      set.set(c);
    }
    return set;
  };
  EXPECT_EQ(m.nearest(0, holders({0, 7})), distance::own);
  EXPECT_EQ(m.nearest(0, holders({1, 7})), distance::same_cache);
  EXPECT_EQ(m.nearest(0, holders({2, 7})), distance::same_package);
  EXPECT_EQ(m.nearest(0, holders({4})), distance::other_package);
  EXPECT_EQ(m.nearest(0, {}), distance::memory);
  EXPECT_EQ(m.farthest(0, holders({1, 7})), distance::other_package);
  EXPECT_EQ(m.farthest(0, holders({1, 2})), distance::same_package);
}

}  // namespace
}  // namespace cqs::simulator::tests
