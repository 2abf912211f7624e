// The library's own stop tokens behave as those of std.

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <cqs/platform/own_stop_token.h>

namespace {

using namespace std::chrono_literals;

TEST(own_stop_token, without_a_source) {
  const cqs::own::stop_token none;
  EXPECT_FALSE(none.stop_possible());
  EXPECT_FALSE(none.stop_requested());
  cqs::own::stop_source empty(cqs::own::nostopstate);
  EXPECT_FALSE(empty.stop_possible());
  EXPECT_FALSE(empty.request_stop());
  EXPECT_EQ(empty.get_token(), none);
}

TEST(own_stop_token, request_is_seen_by_every_token_and_accepted_once) {
  cqs::own::stop_source source;
  cqs::own::stop_source copy = source;
  const cqs::own::stop_token token = source.get_token();
  EXPECT_TRUE(token.stop_possible());
  EXPECT_FALSE(token.stop_requested());
  EXPECT_TRUE(copy.request_stop());
  EXPECT_FALSE(source.request_stop());
  EXPECT_TRUE(token.stop_requested());
  EXPECT_TRUE(source.stop_requested());
}

TEST(own_stop_token, stop_is_impossible_when_the_last_source_is_gone) {
  std::optional<cqs::own::stop_source> source(std::in_place);
  const cqs::own::stop_token token = source->get_token();
  cqs::own::stop_source other = *source;
  source.reset();
  EXPECT_TRUE(token.stop_possible());
  other = cqs::own::stop_source(cqs::own::nostopstate);
  EXPECT_FALSE(token.stop_possible());
}

TEST(own_stop_token, callback_runs_at_the_request_or_at_once) {
  cqs::own::stop_source source;
  int calls = 0;
  const auto count = [&calls] { ++calls; };
  const cqs::own::stop_callback before(source.get_token(), count);
  { const cqs::own::stop_callback ended(source.get_token(), count); }
  EXPECT_EQ(calls, 0);
  source.request_stop();
  EXPECT_EQ(calls, 1);
  const cqs::own::stop_callback after(source.get_token(), count);
  EXPECT_EQ(calls, 2);
}

TEST(own_stop_token, callback_may_end_itself_and_its_source) {
  auto source = std::make_unique<cqs::own::stop_source>();
  std::optional<cqs::own::stop_callback<std::function<void()>>> callback;
  callback.emplace(source->get_token(), [&] {
    callback.reset();
    source.reset();
  });
  source->request_stop();
  EXPECT_FALSE(callback.has_value());
}

TEST(own_stop_token, destructor_waits_for_the_callback_in_another_thread) {
  cqs::own::stop_source source;
  std::atomic<bool> started = false;
  std::atomic<bool> ended = false;
  std::thread requester;
  {
    const cqs::own::stop_callback callback(source.get_token(), [&] {
      started = true;
      std::this_thread::sleep_for(20ms);
      ended = true;
    });
    requester = std::thread([&] { source.request_stop(); });
    while (!started) {
      std::this_thread::yield();
    }
  }
  EXPECT_TRUE(ended);
  requester.join();
}

TEST(own_stop_token, callback_that_races_with_the_request_runs_at_most_once) {
  for (int i = 0; i < 500; ++i) {
    cqs::own::stop_source source;
    std::atomic<int> calls = 0;
    std::thread requester([&] { source.request_stop(); });
    {
      const auto callback = std::make_unique<cqs::own::stop_callback<std::function<void()>>>(
          source.get_token(), [&] { ++calls; });
    }
    const int seen = calls;
    EXPECT_LE(seen, 1);
    requester.join();
    EXPECT_EQ(calls, seen) << "the callback ran after its end";
  }
}

}  // namespace
