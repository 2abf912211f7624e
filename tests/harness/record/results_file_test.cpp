#include "harness/record/results_file.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/record/results.h"
#include "harness/sweep/plan.h"
#include "support/error.h"

namespace cqs::harness {
namespace {

class results_file_test : public testing::Test {
 protected:
  results_file_test()
      : _folder(std::filesystem::temp_directory_path() / ("cqs-results-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(_folder);
  }
  ~results_file_test() override { std::filesystem::remove_all(_folder); }

  std::filesystem::path file() const { return _folder / "results.jsonl"; }

  static row sample(unsigned process) {
    row r;
    r.cell = cell::parse("mutex/impl:cqs.mutex/work:100/kind:fair/threads:4");
    r.origin = "this library";
    r.waits_by = "parking";
    r.fair = true;
    r.placement = "compact";
    r.cpus = {0, 1, 0, 1};
    r.memory_node = 0;
    r.hardware_threads = 2;
    r.process = process;
    r.sample_ms = 50;
    r.seed = 7;
    r.commit = "abc";
    r.measures = {{"ns_per_op", 123.5}, {"jain", 0.99}};
    r.wait_histogram = {{10, 11, 3}};
    return r;
  }

 private:
  std::filesystem::path _folder;
};

TEST_F(results_file_test, reads_what_was_written) {
  {
    results_file out(file());
    out.append(sample(0));
    out.append(sample(1));
  }
  const auto content = results_file::read(file());
  ASSERT_EQ(content.rows.size(), 2U);
  EXPECT_EQ(content.truncated_bytes, 0U);
  const row& r = content.rows[1];
  EXPECT_EQ(r.to_json(), sample(1).to_json());
  EXPECT_EQ(r.cell, sample(1).cell);
  EXPECT_TRUE(r.oversubscribed());
  EXPECT_EQ(r.measure("ns_per_op"), 123.5);
  EXPECT_TRUE(std::isnan(r.measure("no such")));
}

TEST_F(results_file_test, a_row_names_the_runtime_where_there_is_one) {
  row r = sample(0);
  EXPECT_FALSE(r.to_json().contains("runtime"));
  r.runtime = {{"jdk", "17.0.1+2"}, {"flags", "-XX:+UseParallelGC"}};
  EXPECT_EQ(row::from_json(r.to_json()).runtime, r.runtime);
}

TEST_F(results_file_test, a_row_contains_its_whole_configuration) {
  const auto json = sample(3).to_json();
  EXPECT_EQ(json.at("schema"), 3);
  EXPECT_EQ(json.at("experiment"), "mutex");
  EXPECT_EQ(json.at("impl"), "cqs.mutex");
  EXPECT_EQ(json.at("params").at("work"), 100);
  EXPECT_EQ(json.at("params").at("kind"), "fair");
  EXPECT_EQ(json.at("threads"), 4);
  EXPECT_EQ(json.at("oversubscribed"), true);
  EXPECT_EQ(json.at("simulated"), false);
  EXPECT_EQ(json.at("status"), "ok");
}

TEST_F(results_file_test, the_key_is_the_key_of_the_plan) {
  planned_sample planned;
  planned.cell = sample(3).cell;
  planned.placement = "compact";
  planned.process = 3;
  EXPECT_EQ(planned.key(), sample(3).key());
}

TEST_F(results_file_test, cuts_off_an_incomplete_line_of_any_length) {
  std::string line;
  {
    results_file out(file());
    out.append(sample(0));
    line = sample(1).to_json().dump() + "\n";
  }
  const auto whole = std::filesystem::file_size(file());
  for (std::size_t kept = 1; kept < line.size(); kept += 37) {
    std::filesystem::resize_file(file(), whole);
    std::ofstream(file(), std::ios::app) << line.substr(0, kept);
    EXPECT_EQ(results_file::read(file()).truncated_bytes, kept);
    EXPECT_EQ(results_file::read(file()).rows.size(), 1U);
    results_file out(file());
    EXPECT_EQ(out.truncated_bytes(), kept);
    out.append(sample(2));
    const auto content = results_file::read(file());
    ASSERT_EQ(content.rows.size(), 2U);
    EXPECT_EQ(content.rows[1].process, 2U);
  }
}

TEST_F(results_file_test, names_a_damaged_line_in_the_middle) {
  {
    results_file out(file());
    out.append(sample(0));
  }
  std::ofstream(file(), std::ios::app) << "{}\n";
  {
    results_file out(file());
    out.append(sample(1));
  }
  try {
    results_file::read(file());
    FAIL();
  } catch (const support::user_error& e) {
    EXPECT_NE(std::string(e.what()).find("line 2"), std::string::npos) << e.what();
  }
}

TEST_F(results_file_test, reads_a_row_of_schema_1) {
  auto json = sample(0).to_json();
  json["schema"] = 1;
  json["waits"] = "spinning";  // the names of that version
  json["machine"] = "skylake-4s";
  json["waiter"] = "fibre";
  json["sample"] = 0;
  json.erase("waits_by");
  json.erase("simulated_on");
  const row r = row::from_json(json);
  EXPECT_EQ(r.waits_by, "spinning");
  EXPECT_EQ(r.simulated_on, "skylake-4s");
  EXPECT_EQ(r.waiter, "fiber");
  EXPECT_EQ(r.cell, sample(0).cell);
}

TEST_F(results_file_test, reads_a_row_of_schema_2) {
  auto json = sample(0).to_json();
  json["schema"] = 2;
  json.erase("attempt");
  json.erase("disturbed");
  const row r = row::from_json(json);
  EXPECT_EQ(r.attempt, 0U);
  EXPECT_TRUE(r.disturbed.empty());
  EXPECT_EQ(r.cell, sample(0).cell);
}

TEST_F(results_file_test, keeps_a_disturbed_sample_and_its_repetition) {
  row first = sample(0);
  first.disturbed = "other programs took 60 %";
  row second = sample(0);
  second.attempt = 1;
  EXPECT_EQ(row::from_json(first.to_json()).disturbed, first.disturbed);
  EXPECT_EQ(row::from_json(second.to_json()).attempt, 1U);
  const results both({first, second}, {});
  ASSERT_EQ(both.groups().size(), 1U);
  EXPECT_EQ(both.groups().begin()->second.rows, std::vector<const row*>{&both.rows()[1]})
      << "only the undisturbed one";
  EXPECT_EQ(both.count_disturbed(), 1U);
  const results alone({first}, {});
  EXPECT_TRUE(alone.groups().begin()->second.disturbed) << "there is nothing better";
  EXPECT_EQ(alone.groups().begin()->second.rows.size(), 1U);
}

TEST_F(results_file_test, refuses_another_schema) {
  auto json = sample(0).to_json();
  json["schema"] = 4;
  EXPECT_THROW(row::from_json(json), support::user_error);
  json.erase("schema");
  EXPECT_THROW(row::from_json(json), support::user_error);
}

TEST_F(results_file_test, reports_a_full_disk) {
  results_file out("/dev/full");
  try {
    out.append(sample(0));
    FAIL();
  } catch (const support::user_error& e) {
    EXPECT_NE(std::string(e.what()).find("No space left"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("--resume"), std::string::npos) << e.what();
  }
}

TEST_F(results_file_test, reports_a_file_that_cannot_be_opened) {
  EXPECT_THROW(results_file("/no/such/folder/results.jsonl"), support::user_error);
  EXPECT_THROW(results_file::read("/no/such/folder/results.jsonl"), support::user_error);
}

}  // namespace
}  // namespace cqs::harness
