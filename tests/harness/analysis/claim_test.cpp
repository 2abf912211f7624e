#include "harness/analysis/claim.h"

#include <gtest/gtest.h>

#include "support/error.h"

namespace cqs::harness {
namespace {

TEST(claim, reads_each_key_of_a_section) {
  const auto claims =
      claim::parse("mine",
                   "# a comment\n[pool, crowded]\nquote = up to 4x, they say\npaper = up to 4\nagrees = 2, "
                   "8\nexperiment = pool\nours = "
                   "cqs.pool.stack\n"
                   "peers = a.*, b\nwhere = threads > elements, elements >= 8\ntake = mean\n[latch]\n");
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0].text, "pool, crowded");
  EXPECT_EQ(claims[0].paper, "up to 4");
  EXPECT_EQ(claims[0].quote, "up to 4x, they say");
  EXPECT_EQ(claims[0].agreeing.low, 2);
  EXPECT_EQ(claims[0].agreeing.high, 8);
  EXPECT_EQ(claims[0].peers, (std::vector<std::string>{"a.*", "b"}));
  EXPECT_EQ(claims[0].take, claim::statistic::mean);
  EXPECT_EQ(claims[1].take, claim::statistic::greatest);
}

TEST(claim, includes_the_cells_that_meet_all_conditions) {
  const auto claims =
      claim::parse("mine", "[c]\nwhere = threads > elements, elements >= 8\n[d]\nwhere = threads = 2\n");
  EXPECT_TRUE(claims[0].includes(cell::parse("pool/impl:a/elements:8/threads:9")));
  EXPECT_FALSE(claims[0].includes(cell::parse("pool/impl:a/elements:8/threads:8")));
  EXPECT_FALSE(claims[0].includes(cell::parse("pool/impl:a/elements:4/threads:9")));
  EXPECT_TRUE(claims[1].includes(cell::parse("pool/impl:a/elements:4/threads:2")));
}

TEST(claim, a_verdict_needs_the_interval_and_the_direction) {
  const auto claims = claim::parse(
      "mine", "[faster]\nagrees = 1, 3.8\n[slower]\nagrees = 0, 1\n[same]\nagrees = 0.8, 1.25\n");
  const auto of = [](const claim& c, double low, double high) {
    return c.verdict((low + high) / 2, interval{low, high}, false, 2);
  };
  EXPECT_EQ(of(claims[0], 1.5, 2), "agrees");
  EXPECT_EQ(of(claims[0], 0.95, 1.1), "undecided: the interval is too wide") << "as good as 1";
  EXPECT_EQ(of(claims[0], 0.5, 0.9), "contradicts");
  EXPECT_EQ(of(claims[0], 5, 6), "same direction, another size");
  EXPECT_EQ(of(claims[1], 1.1, 1.3), "contradicts");
  EXPECT_EQ(of(claims[2], 0.9, 1.1), "agrees");
  EXPECT_EQ(of(claims[2], 1.5, 1.6), "differs");
  EXPECT_TRUE(claims[0].verdict(2, std::nullopt, false, 2).starts_with("undecided: fewer than 5 samples"));
  EXPECT_EQ(claims[0].verdict(2, std::nullopt, true, 144), "agrees") << "a simulation is exact";
}

TEST(claim, says_what_a_small_machine_cannot_show_and_what_was_fitted) {
  const auto c =
      claim::parse("mine", "[c]\nagrees = 2, 8\nprocessors = 16\nfitted = yes\nintroduction = up to 7\n")
          .front();
  EXPECT_EQ(c.verdict(0.9, interval{0.8, 1.0}, false, 2),
            "this machine cannot show it: 2 processors, of 16 that it takes");
  EXPECT_EQ(c.verdict(4, std::nullopt, true, 144), "agrees (fitted: no evidence)");
  EXPECT_EQ(c.verdict(4, interval{3, 5}, false, 144), "agrees") << "only the simulator was fitted";
  EXPECT_EQ(c.introduction, "up to 7");
}

TEST(claim, quotes_both_figures_of_the_paper_where_they_differ) {
  for (const claim& c : claim::of_paper()) {
    if (c.text == "latch") {
      EXPECT_EQ(c.paper + ", " + c.introduction, "up to 4, up to 7");
    } else if (c.text.ends_with("pool, over the fair array queue")) {
      EXPECT_EQ(c.paper + ", " + c.introduction, "up to 100, up to 150");
    }
  }
}

TEST(claim, names_the_file_and_the_line_of_an_error) {
  for (const char* text :
       {"paper = 1", "[c]\nwhere = threads", "[c]\nagrees = 1", "[c]\ntake = best", "[c]\nword"}) {
    try {
      claim::parse("mine", text);
      FAIL() << text;
    } catch (const support::user_error& e) {
      EXPECT_TRUE(std::string(e.what()).starts_with("mine, line ")) << e.what();
    }
  }
}

}  // namespace
}  // namespace cqs::harness
