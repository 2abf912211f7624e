#include "harness/record/cell.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include "support/error.h"
#include "support/nearest_name.h"

namespace cqs::harness {
namespace {

TEST(cell, name_and_parse_are_inverse) {
  const cell c{"semaphore", "cqs.semaphore.async.smart", {{"permits", "4"}, {"work", "100"}}, 8};
  EXPECT_EQ(c.name(), "semaphore/impl:cqs.semaphore.async.smart/permits:4/work:100/threads:8");
  EXPECT_EQ(cell::parse(c.name()), c);
  EXPECT_EQ(c.number("permits"), 4);
  EXPECT_THROW(c.value("elements"), std::logic_error);
}

TEST(cell, without_threads_means_all_thread_counts) {
  const cell c{"storm", "std.mutex", {{"kind", "mutex"}}, 0};
  EXPECT_EQ(c.name(), "storm/impl:std.mutex/kind:mutex");
  EXPECT_EQ(cell::parse(c.name()), c);
}

TEST(cell, rejects_invalid_names) {
  for (const char* text :
       {"", "mutex", "mutex/cqs.mutex", "mutex/impl:a/threads:0", "mutex/impl:a/threads:1000000",
        "mutex/impl:a/threads:-1", "mutex/impl:a/threads:two", "mutex/impl:a/threads:99999999999999999999"}) {
    EXPECT_THROW(cell::parse(text), support::user_error) << text;
  }
}

TEST(cell, patterns_match) {
  EXPECT_TRUE(support::matches("*", "anything"));
  EXPECT_TRUE(support::matches("cqs.*", "cqs.mutex"));
  EXPECT_TRUE(support::matches("*.fair", "aqs.mutex.fair"));
  EXPECT_TRUE(support::matches("a*c*e", "abcde"));
  EXPECT_FALSE(support::matches("cqs.*", "std.mutex"));
  EXPECT_FALSE(support::matches("cqs", "cqs.mutex"));
}

TEST(nearest_name, finds_typos_and_parts_and_does_not_guess) {
  const std::vector<std::string> names{"mutex", "semaphore", "aqs.mutex.fair"};
  EXPECT_EQ(support::nearest_name("mutx", names), "mutex");
  EXPECT_EQ(support::nearest_name("semafore", names), "semaphore");
  EXPECT_EQ(support::nearest_name(".fair", names), "aqs.mutex.fair");
  EXPECT_EQ(support::nearest_name("barrier", names), "");
}

}  // namespace
}  // namespace cqs::harness
