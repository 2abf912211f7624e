#include "harness/sweep/profile.h"

#include <gtest/gtest.h>

#include "support/error.h"

namespace cqs::harness {
namespace {

std::vector<experiment> experiments() {
  return {{.name = "mutex", .summary = "", .operation = "", .axes = {"work"}},
          {.name = "handoff", .summary = "", .operation = "", .axes = {}, .threads = 2},
          {.name = "programs",
           .summary = "",
           .operation = "",
           .axes = {{"program", {"bzip2", "4ti2"}}},
           .thread_counts = {"2"}}};
}

profile parse(const std::string& text) {
  return profile::parse("mine", text, experiments());
}

std::string complaint(const std::string& text) {
  try {
    parse(text);
  } catch (const support::user_error& e) {
    return e.what();
  }
  return "";
}

TEST(profile, reads_grids_and_settings) {
  const auto p = parse(
      "# mine\nprocesses = 3\nplacements = compact, scatter\ntimeout_s = 9\n\n[mutex]\nwork = 1, 100 # both\n"
      "threads = 1, 2x\nsample_ms = 7\n[handoff]\n");
  EXPECT_EQ(p.timeout_s(), 9U);
  EXPECT_EQ(p.placements(), (std::vector<std::string>{"compact", "scatter"}));
  ASSERT_EQ(p.sections().size(), 2U);
  EXPECT_EQ(p.sections()[0].grid.at("work"), (std::vector<std::string>{"1", "100"}));
  EXPECT_EQ(p.sections()[0].processes, 3U);
  EXPECT_EQ(p.sections()[0].sample_ms, 7U);
  EXPECT_NE(p.sections()[1].sample_ms, 7U);
}

TEST(profile, takes_words_that_the_experiment_declares) {
  EXPECT_EQ(parse("[programs]\nprogram = 4ti2\n").sections()[0].grid.at("program"),
            std::vector<std::string>{"4ti2"});
  EXPECT_NE(complaint("[programs]\nprogram = bzip\n")
                .find("line 2: there is no program 'bzip': did you mean 'bzip2'?; there are bzip2, 4ti2"),
            std::string::npos);
  EXPECT_NE(complaint("[programs]\nprogram = 4\n").find("there is no program '4'"), std::string::npos);
}

TEST(profile, names_the_line_and_the_key_of_an_error) {
  EXPECT_NE(complaint("[mutex]\nwrok = 1\n")
                .find("line 2: there is no key 'wrok' in [mutex]: did you mean 'work'?"),
            std::string::npos);
  EXPECT_NE(complaint("\n[mutx]\n").find("line 2"), std::string::npos);
  EXPECT_NE(complaint("[mutex]\nwork = x\n").find("line 2: 'work' should be a number"), std::string::npos);
  EXPECT_NE(complaint("[mutex]\nwork = 1,\n").find("line 2: 'work' has an empty value"), std::string::npos);
  EXPECT_NE(complaint("[mutex]\nwork = 1\nthreads = 0\n").find("line 3"), std::string::npos);
  EXPECT_NE(complaint("[mutex]\nwork = 1\nthreads = 1000000\n").find("line 3"), std::string::npos);
  EXPECT_NE(complaint("[mutex]\nwork\n").find("line 2"), std::string::npos);
  EXPECT_NE(complaint("[mutex\n").find("line 1"), std::string::npos);
  EXPECT_NE(complaint("procesess = 3\n").find("did you mean 'processes'?"), std::string::npos);
  EXPECT_NE(complaint("placements = compcat\n").find("line 1"), std::string::npos);
  EXPECT_NE(complaint("[handoff]\nthreads = 3\n").find("line 2"), std::string::npos);
  EXPECT_NE(complaint("[handoff]\n[handoff]\n").find("twice"), std::string::npos);
  EXPECT_NE(complaint("[mutex]\nwork = 1\nwork = 2\n").find("line 3"), std::string::npos);
  EXPECT_NE(complaint("[mutex]\nthreads = 1\n").find("lacks the key 'work'"), std::string::npos);
  EXPECT_NE(complaint("").find("no section"), std::string::npos);
}

TEST(profile, thread_counts_follow_the_machine) {
  using counts = std::vector<unsigned>;
  EXPECT_EQ(thread_counts("3", 144), (counts{3}));
  EXPECT_EQ(thread_counts("2x", 144), (counts{288}));
  EXPECT_EQ(thread_counts("1..2x", 3), (counts{1, 2, 4, 6}));
  EXPECT_EQ(thread_counts("1..1x", 8), (counts{1, 2, 4, 8}));
  EXPECT_EQ(thread_counts("1..2x", 1), (counts{1, 2}));
  EXPECT_THROW(thread_counts("x", 2), support::user_error);
  EXPECT_THROW(thread_counts("0x", 2), support::user_error);
  EXPECT_THROW(thread_counts("1..", 2), support::user_error);
}

}  // namespace
}  // namespace cqs::harness
