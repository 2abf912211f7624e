#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "baselines/jvm/jvm.h"

namespace cqs::baselines::conformance {
namespace {

/// The rows that a tiny run of an experiment prints.
std::vector<nlohmann::json> rows_of(const std::string& experiment) {
  const std::string command = std::string(jvm_java) + " -XX:TieredStopAtLevel=1 -jar " +
                              std::string(jvm_jar) + " " + experiment +
                              " --threads 2 --samples 2 --sample-ms 2 --warm-up-ms 5 --waiters 3";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<nlohmann::json> rows;
  std::string line;
  for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;) {
    if (c != '\n') {
      line.push_back(static_cast<char>(c));
      continue;
    }
    rows.push_back(nlohmann::json::parse(line));
    line.clear();
  }
  return rows;
}

class jvm : public testing::TestWithParam<const char*> {
  void SetUp() override {
    if (!jvm_skipped.empty()) {
      GTEST_SKIP() << jvm_skipped;
    }
  }
};

TEST_P(jvm, prints_rows_of_implementations_that_are_listed) {
  const auto rows = rows_of(GetParam());
  ASSERT_FALSE(rows.empty());
  std::set<std::string> seen;
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("experiment"), GetParam());
    EXPECT_GE(row.at("threads"), 1);
    EXPECT_TRUE(row.at("params").is_object());
    EXPECT_GT(row.at("ns_per_op"), 0.0);
    seen.insert(row.at("impl"));
  }
  EXPECT_EQ(rows.size(), 2 * seen.size());
  for (const auto& name : seen) {
    EXPECT_TRUE(std::ranges::any_of(jvm_implementations, [&](const listing& row) {
      return row.name == name;
    })) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(experiments, jvm,
                         testing::Values("barrier", "latch", "mutex", "semaphore", "handoff", "pool",
                                         "abort"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace cqs::baselines::conformance
