#include "plots/report/caption.h"

#include <gtest/gtest.h>

#include "plots/collect/collect.h"
#include "tests/plots/made_up_sources.h"

namespace cqs::plots {

namespace {

TEST(caption, names_machine_commit_date_and_skipped_implementations) {
  harness::row ok;
  ok.cell = harness::cell::parse("mutex/impl:cqs.mutex/work:100/threads:2");
  ok.time = "2026-01-02T03:04:05Z";
  ok.commit = "abc_123";
  ok.measures["ns_per_op"] = 1;
  harness::row skipped;
  skipped.cell = harness::cell::parse("mutex/impl:folly.micro_lock");
  skipped.status = harness::status::skipped;
  skipped.reason = "not built: 100 % of it";
  std::vector<source> sources;
  sources.push_back({"here", {{ok, skipped}, harness::made_up_results().get().fingerprint()}});
  const auto figures = collect({.name = "mutex", .title = "Mutex", .experiment = "mutex"}, sources);
  ASSERT_EQ(figures.size(), 1U);
  const std::string text = latex_caption(figures[0], sources);
  EXPECT_NE(text.find("\\caption{"), std::string::npos);
  EXPECT_NE(text.find("1 package, 2 cores, 2 hardware threads"), std::string::npos) << text;
  EXPECT_NE(text.find("commit abc\\_123; 2026-01-02."), std::string::npos) << text;
  EXPECT_NE(text.find("(skipped: not built: 100 \\% of it): folly.micro\\_lock."), std::string::npos) << text;
  EXPECT_NE(text.find("\\label{fig:mutex}"), std::string::npos);
  EXPECT_EQ(text.find("simulated"), std::string::npos);
}

TEST(caption, names_simulated_series) {
  harness::row row;
  row.cell = harness::cell::parse("mutex/impl:cqs.mutex/work:100/threads:2");
  row.simulated_on = "toy";
  row.measures["ns_per_op"] = 1;
  std::vector<source> sources;
  sources.push_back({"here", {{row}, harness::made_up_results().get().fingerprint()}});
  const auto figures = collect({.name = "mutex", .title = "Mutex", .experiment = "mutex"}, sources);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_NE(latex_caption(figures[0], sources).find("simulated, not measured"), std::string::npos);
}

TEST(caption, escapes_the_special_characters_of_latex) {
  EXPECT_EQ(latex_escaped("a_b 5% {x} \\ ~"), "a\\_b 5\\% \\{x\\} \\textbackslash{} \\textasciitilde{}");
}

}  // namespace

}  // namespace cqs::plots
