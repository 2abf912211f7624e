#include "harness/sweep/disturbance.h"

#include <gtest/gtest.h>

namespace cqs::harness {
namespace {

row quiet() {
  row r;
  r.cell = cell::parse("mutex/impl:cqs.mutex/work:100/threads:2");
  r.placement = "compact";
  r.hardware_threads = 2;
  r.measures = {{"steal_share", 0.01},
                {"others_share", 0.05},
                {"runnable_share", 0.01},
                {"reference_ns", 100},
                {"reference_after_ns", 101}};
  return r;
}

std::string judged(const std::string& measure, double value) {
  row r = quiet();
  r.measures[measure] = value;
  return disturbance().judge(r);
}

TEST(disturbance, leaves_a_quiet_sample_alone) {
  EXPECT_EQ(disturbance().judge(quiet()), "");
  EXPECT_EQ(disturbance().judge(row()), "") << "what was not measured does not disturb";
}

TEST(disturbance, names_what_took_the_processors) {
  EXPECT_NE(judged("steal_share", 0.2).find("virtual machines took 20 %"), std::string::npos);
  EXPECT_NE(judged("others_share", 0.5).find("other programs took 50 %"), std::string::npos);
  EXPECT_NE(judged("runnable_share", 0.3).find("waited for a processor 30 %"), std::string::npos);
}

TEST(disturbance, threads_that_share_a_processor_wait_for_each_other) {
  row r = quiet();
  r.cell.threads = 4;
  r.measures["runnable_share"] = 0.5;
  EXPECT_EQ(disturbance().judge(r), "");
}

TEST(disturbance, knows_what_the_reference_work_takes_after_some_samples) {
  disturbance judge;
  row slow = quiet();
  slow.measures["reference_after_ns"] = 140;
  for (std::size_t i = 0; i < disturbance::least_references; ++i) {
    EXPECT_EQ(judge.judge(i == 0 ? slow : quiet()), "");
  }
  EXPECT_NE(judge.judge(slow).find("140 ns instead of 100"), std::string::npos);
  EXPECT_EQ(judge.judge(quiet()), "");
}

}  // namespace
}  // namespace cqs::harness
