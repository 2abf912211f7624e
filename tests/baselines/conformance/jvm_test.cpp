#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "baselines/jvm/jvm.h"

namespace cqs::baselines::conformance {
namespace {

/// What the program prints, line by line.
std::vector<std::string> lines_of(const std::string& arguments) {
  const std::string command =
      std::string(jvm_java) + " -XX:TieredStopAtLevel=1 -jar " + std::string(jvm_jar) + " " + arguments;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<std::string> lines(1);
  for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back().push_back(static_cast<char>(c));
    }
  }
  lines.pop_back();
  return lines;
}

class jvm_lists : public testing::Test {
  void SetUp() override {
    if (!jvm_skipped.empty()) {
      GTEST_SKIP() << jvm_skipped;
    }
  }
};

class jvm : public jvm_lists, public testing::WithParamInterface<const char*> {};

TEST_P(jvm, measures_implementations_that_are_listed) {
  const std::string experiment = GetParam();
  const auto names = lines_of(experiment);
  ASSERT_GE(names.size(), 2U);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(
        std::ranges::any_of(jvm_implementations, [&](const listing& row) { return row.name == name; }));
    const auto rows = lines_of(experiment + " --impl " + name +
                               " --threads 2 --work 10 --waiters 3 --sample-ms 5 --warm-up-ms 1");
    ASSERT_EQ(rows.size(), 1U) << "it has failed, and told why on stderr";
    const auto row = nlohmann::json::parse(rows.front());
    EXPECT_GT(row.at("ns_per_op"), 0.0);
    EXPECT_GT(row.at("ops"), 0.0);
  }
}

TEST_F(jvm_lists, are_what_the_program_can_measure) {
  const auto in_program = lines_of("uncontended");  // which has all kinds
  EXPECT_EQ(in_program.size(), std::size(jvm_implementations));
  for (const listing& row : jvm_implementations) {
    EXPECT_TRUE(std::ranges::find(in_program, row.name) != in_program.end()) << row.name;
  }
}

INSTANTIATE_TEST_SUITE_P(experiments, jvm,
                         testing::Values("barrier", "latch", "mutex", "semaphore", "handoff", "pool",
                                         "abort"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace cqs::baselines::conformance
