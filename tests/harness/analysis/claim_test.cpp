#include "harness/analysis/claim.h"

#include <gtest/gtest.h>

#include "support/error.h"

namespace cqs::harness {
namespace {

TEST(claim, reads_each_key_of_a_section) {
  const auto claims =
      claim::parse("mine",
                   "# a comment\n[pool, crowded]\npaper = up to 4\nagrees = 2, 8\nexperiment = pool\nours = "
                   "cqs.pool.stack\n"
                   "peers = a.*, b\nwhere = threads > elements, elements >= 8\ntake = mean\n[latch]\n");
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0].text, "pool, crowded");
  EXPECT_EQ(claims[0].paper, "up to 4");
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
