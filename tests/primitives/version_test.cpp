#include <string>

#include <cqs/version.h>

#include <gtest/gtest.h>

namespace {

TEST(version, agrees_with_the_build) {
  EXPECT_EQ(cqs::version, CQS_VERSION_OF_BUILD);
}

TEST(version, text_and_numbers_agree) {
  const std::string numbers = std::to_string(CQS_VERSION_MAJOR) + "." + std::to_string(CQS_VERSION_MINOR) +
                              "." + std::to_string(CQS_VERSION_PATCH);
  EXPECT_EQ(cqs::version, numbers);
}

}  // namespace
