// The command line: its output and its exit codes.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <checker/registry.h>
#include <checker/tool/command_line.h>

namespace cqs::check {
namespace {

struct counter {
  checked::atomic<int> value{0};
};

void add_separately(counter& c) {
  c.value.store(c.value.load(std::memory_order::relaxed) + 1, std::memory_order::relaxed);
}
void add_at_once(counter& c) {
  c.value.fetch_add(1, std::memory_order::relaxed);
}
void both_added(counter& c) {
  require(c.value.load(std::memory_order::relaxed) == 2, "both have added");
}

[[maybe_unused]] const auto& broken = add_scenario<counter>("tool.broken", "loses an update")
                                          .thread(add_separately)
                                          .thread(add_separately)
                                          .finally(both_added);
[[maybe_unused]] const auto& right = add_scenario<counter>("tool.right", "loses nothing")
                                         .thread(add_at_once)
                                         .thread(add_at_once)
                                         .finally(both_added);

struct answer {
  int code;
  std::string out;
  std::string error;
};

answer call(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "cqs-check");
  std::vector<char*> pointers;
  for (std::string& each : arguments) {
    pointers.push_back(each.data());
  }
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = run_command_line(static_cast<int>(pointers.size()), pointers.data());
  std::fflush(stdout);
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(tool, lists_the_scenarios) {
  const answer given = call({"list"});
  EXPECT_EQ(given.code, 0);
  EXPECT_TRUE(contains(given.out, "tool.broken")) << given.out;
  EXPECT_TRUE(contains(given.out, "loses nothing")) << given.out;
}

TEST(tool, runs_a_clean_scenario) {
  const answer given = call({"run", "tool.right", "--bound", "3"});
  EXPECT_EQ(given.code, 0) << given.out;
  EXPECT_TRUE(contains(given.out, "exhaustive, preemption bound 3")) << given.out;
  EXPECT_TRUE(contains(given.out, "complete")) << given.out;
}

TEST(tool, reports_a_violation_with_a_trace_that_replays) {
  const answer given = call({"run", "tool.broken"});
  EXPECT_EQ(given.code, 1);
  EXPECT_TRUE(contains(given.out, "assertion: both have added (tool_test.cpp:")) << given.out;
  EXPECT_TRUE(contains(given.out, "to replay: cqs-check run tool.broken --replay sc:ab2a")) << given.out;

  const answer replayed = call({"run", "tool.broken", "--replay", "sc:ab2a"});
  EXPECT_EQ(replayed.code, 1);
  EXPECT_TRUE(contains(replayed.out, "   4  a  store(relaxed)")) << replayed.out;
  EXPECT_EQ(call({"run", "tool.broken", "--replay", "sc:a2b2"}).code, 0);
}

TEST(tool, explores_at_random) {
  EXPECT_EQ(call({"run", "tool.broken", "--random", "1000"}).code, 1);
  EXPECT_EQ(call({"run", "tool.broken", "--pct", "2", "--schedules", "1000"}).code, 1);
  const answer given = call({"run", "tool.right", "--random", "1000", "--seed", "5", "--weak"});
  EXPECT_EQ(given.code, 0);
  EXPECT_TRUE(contains(given.out, "1000 schedules")) << given.out;
}

TEST(tool, takes_patterns) {
  const answer given = call({"run", "tool.*", "--no-minimise"});
  EXPECT_EQ(given.code, 1);
  EXPECT_TRUE(contains(given.out, "tool.right")) << given.out;
}

TEST(tool, writes_a_table) {
  const std::string file = testing::TempDir() + "cqs-check-table.md";
  EXPECT_EQ(call({"run", "tool.right", "--markdown", file}).code, 0);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_TRUE(contains(text.str(), "| scenario | schedules | states | steps | seconds | verdict |"))
      << text.str();
  EXPECT_TRUE(contains(text.str(), "| `tool.right` |")) << text.str();
  EXPECT_EQ(call({"run", "tool.right", "--markdown", "/no/such/directory/table.md"}).code, 2);
}

TEST(tool, writes_the_totals) {
  const std::string file = testing::TempDir() + "cqs-check-totals.md";
  EXPECT_EQ(call({"run", "tool.right", "--seconds", "7", "--totals", file}).code, 0);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_TRUE(contains(text.str(), "at most 7 s per scenario:")) << text.str();
  EXPECT_TRUE(contains(text.str(), "| `tool` |")) << text.str();
  EXPECT_TRUE(contains(text.str(), "| 1 of 1 |")) << text.str();
}

TEST(tool, selects_by_the_number_of_threads) {
  EXPECT_EQ(call({"run", "tool.*", "--least-threads", "2", "--most-threads", "2", "--no-minimise"}).code, 1);
  const answer none = call({"run", "tool.*", "--least-threads", "3"});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.error, "no selected scenario has a number of threads between")) << none.error;
}

TEST(tool, lists_generated_mutants) {
  const answer all = call({"mutants", "--generate", "--list", "*latch.h"});
  EXPECT_EQ(all.code, 0);
  EXPECT_TRUE(contains(all.out, "primitives/cqs/latch.h:")) << all.out;
  EXPECT_FALSE(contains(all.out, "primitives/cqs/barrier.h:")) << all.out;
  const answer orders = call({"mutants", "--generate", "--list", "--only", "weaken", "*latch.h"});
  EXPECT_TRUE(contains(orders.out, "std::memory_order_relaxed")) << orders.out;
  EXPECT_FALSE(contains(orders.out, " negate")) << orders.out;
  const answer sample = call({"mutants", "--generate", "--list", "--sample", "3"});
  EXPECT_TRUE(contains(sample.out, "3 mutations of ")) << sample.out;
  EXPECT_EQ(call({"mutants", "--sample", "3"}).code, 2);
}

TEST(tool, explains_usage_errors) {
  const answer unknown = call({"run", "tool.rihgt"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(contains(unknown.error, "no scenario is named 'tool.rihgt'; did you mean 'tool.right'?"))
      << unknown.error;

  const answer bad_letter = call({"run", "tool.right", "--replay", "sc:a!"});
  EXPECT_EQ(bad_letter.code, 2);
  EXPECT_TRUE(contains(bad_letter.error, "bad trace: '!' at character 5 does not name a thread"))
      << bad_letter.error;

  const answer misfit = call({"run", "tool.right", "--replay", "sc:a9"});
  EXPECT_EQ(misfit.code, 2);
  EXPECT_TRUE(contains(misfit.error, "bad trace: the trace does not fit this scenario")) << misfit.error;

  EXPECT_EQ(call({"run", "tool.*", "--replay", "sc:a"}).code, 2);
  EXPECT_EQ(call({"run", "tool.right", "--random", "5", "--pct", "3"}).code, 2);
  EXPECT_EQ(call({"run", "tool.right", "--max-steps", "0"}).code, 2);
  EXPECT_EQ(call({}).code, 2);
  EXPECT_EQ(call({"--help"}).code, 0);
}

}  // namespace
}  // namespace cqs::check
