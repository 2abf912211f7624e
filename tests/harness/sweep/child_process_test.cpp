#include "support/child_process.h"

#include <gtest/gtest.h>

namespace cqs::harness {
namespace {

using namespace std::chrono_literals;
using ending = support::child_result::ending;

support::child_result shell(const std::string& script, std::chrono::milliseconds timeout = 20s) {
  return support::run_child({"/bin/sh", "-c", script}, timeout);
}

TEST(child_process, captures_output_errors_and_exit_code) {
  const auto result = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.how, ending::exited);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

TEST(child_process, captures_more_than_a_pipe_holds) {
  EXPECT_EQ(shell("head -c 1000000 /dev/zero").output.size(), 1'000'000U);
}

TEST(child_process, reports_a_signal) {
  const auto result = shell("kill -SEGV $$");
  EXPECT_EQ(result.how, ending::killed);
  EXPECT_EQ(result.code, 11);
}

TEST(child_process, is_killed_with_all_its_children_at_the_timeout) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(shell("sleep 30 & sleep 30; wait", 200ms).how, ending::timed_out);
  EXPECT_EQ(shell("exec >/dev/null 2>&1; sleep 30", 200ms).how, ending::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(child_process, reports_a_program_that_cannot_start) {
  const auto result = support::run_child({"/no/such/program"}, 5s);
  EXPECT_EQ(result.code, 127);
  EXPECT_NE(result.errors.find("/no/such/program"), std::string::npos);
}

TEST(child_process, ends_when_interrupted) {
  const auto result = support::run_child({"/bin/sleep", "30"}, 20s, [] { return true; });
  EXPECT_EQ(result.how, ending::interrupted);
}

}  // namespace
}  // namespace cqs::harness
