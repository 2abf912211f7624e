// Reading a trace inverts writing it. An invalid trace is rejected with the position and the reason.

#include <gtest/gtest.h>

#include <checker/engine/schedule.h>

namespace cqs::check {
namespace {

TEST(trace, is_written_in_runs) {
  EXPECT_EQ(to_string({false, {{1, 0}, {1, 0}, {1, 0}, {2, 0}, {1, 2}, {1, 0}}}), "sc:a3ba~2a");
  EXPECT_EQ(to_string({true, {}}), "weak:");
}

TEST(trace, is_the_same_after_writing_and_reading) {
  for (const char* const text : {"sc:", "sc:a", "sc:a12b3c", "weak:ab~1b~1a~99", "weak:o3"}) {
    EXPECT_EQ(to_string(parse_trace(text)), text);
  }
  EXPECT_TRUE(parse_trace("weak:a").weak);
  EXPECT_EQ(parse_trace("sc:a3").steps, (schedule{{1, 0}, {1, 0}, {1, 0}}));
}

TEST(trace, is_rejected_if_it_is_invalid) {
  const auto reason = [](const char* text) -> std::string {
    try {
      parse_trace(text);
    } catch (const bad_trace& refused) {
      return refused.what();
    }
    return "accepted";
  };
  EXPECT_EQ(reason(""), "a trace must begin with 'sc:' or 'weak:'");
  EXPECT_EQ(reason("a3"), "a trace must begin with 'sc:' or 'weak:'");
  EXPECT_EQ(reason("sc:aZ"), "'Z' at character 5 does not name a thread");
  EXPECT_EQ(reason("sc:p"), "'p' at character 4 does not name a thread");
  EXPECT_EQ(reason("sc:a~"), "the variant before character 6 must be from 1 to 99");
  EXPECT_EQ(reason("sc:a~100"), "the variant before character 9 must be from 1 to 99");
  EXPECT_EQ(reason("sc:a99999"), "the trace has more than 30000 steps");
  EXPECT_EQ(reason("sc:a99999999999"), "number out of range at character 5");
}

}  // namespace
}  // namespace cqs::check
