#pragma once

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "support.h"
#include "tested.h"

/// Tests of a timed wait of any kind. `wait(limit)` takes a duration or a time point of any clock, and
/// returns true on success.
namespace conformance {

using std::chrono::hours;
using std::chrono::steady_clock;
using std::chrono::system_clock;
using seconds_in_double = std::chrono::duration<double>;
template <class Clock>
using hour_of = std::chrono::time_point<Clock, hours>;

/// Calls `test(name, limit)` for limits that have passed.
template <class Test>
void with_each_past_limit(const Test& test) {
  test("for 0 s", std::chrono::seconds(0));
  test("for -1 ns", -1ns);
  test("until now (steady)", steady_clock::now());
  test("until now (system)", system_clock::now());
  test("until an hour ago (system)", system_clock::now() - 1h);
  test("until the epoch (steady)", steady_clock::time_point{});
  test("until the epoch (system)", system_clock::time_point{});
  if constexpr (any_timeout_works) {
    // The epoch of the steady clock is the boot of the machine. A time before it is common: on a machine that
    // booted less than an hour ago, -1 h gives such a time.
    test("for -1 h", -1h);
    test("until just before the epoch (steady)", steady_clock::time_point(-1ns));
    test("until just before the epoch (system)", system_clock::time_point(-system_clock::duration(1)));
    test("until an hour before the epoch (steady)", steady_clock::time_point(-1h));
    test("until an hour before the epoch (system)", system_clock::time_point(-1h));
    test("for the least nanoseconds", std::chrono::nanoseconds::min());
    test("for the least hours", hours::min());
    test("for more negative hours than nanoseconds can represent", hours(-5'000'000'000'000'001));
    test("for -1e300 s", seconds_in_double(-1e300));
    test("until the least nanosecond (steady)", steady_clock::time_point::min());
    test("until the least nanosecond (system)", system_clock::time_point::min());
    test("until the least hour (steady)", hour_of<steady_clock>::min());
    test("until the least hour (system)", hour_of<system_clock>::min());
  }
}

/// Calls `test(name, limit)` for limits that no test reaches.
template <class Test>
void with_each_far_limit(const Test& test) {
  test("for an hour", 1h);
  test("for 1e4 s in double", seconds_in_double(1e4));
  test("until in an hour (steady)", steady_clock::now() + 1h);
  test("until in an hour (system)", system_clock::now() + 1h);
  test("until the last nanosecond (steady)", steady_clock::time_point::max());
  test("until the last nanosecond (system)", system_clock::time_point::max());
  if constexpr (any_timeout_works) {
    test("for the most nanoseconds", std::chrono::nanoseconds::max());
    test("for the most hours", hours::max());
    test("for more hours than nanoseconds can represent", hours(5'000'000'000'000'001));
    test("for 1e300 s", seconds_in_double(1e300));
    test("until the last hour (steady)", hour_of<steady_clock>::max());
    test("until the last hour (system)", hour_of<system_clock>::max());
  }
}

/// No wait is necessary: the result is true with any timeout. `undo` makes the next call possible.
template <class Wait, class Undo>
void expect_success_at_once(const Wait& wait, const Undo& undo) {
  const auto test = [&](const char* limit_name, auto limit) {
    const bool success = wait(limit);
    EXPECT_TRUE(success) << limit_name;
    if (success) {
      undo();
    }
  };
  with_each_past_limit(test);
  with_each_far_limit(test);
}

template <class Clock, class Wait, class Limit>
void expect_failure_not_before(typename Clock::time_point end, const Wait& wait, const Limit& limit) {
  EXPECT_FALSE(wait(limit));
  EXPECT_GE(Clock::now(), end);
}

/// The event does not happen: the result is false, and not before the deadline.
template <class Wait>
void expect_failure_in_time(const Wait& wait) {
  with_each_past_limit([&](const char* limit_name, auto limit) { EXPECT_FALSE(wait(limit)) << limit_name; });
  const auto from_now = [] { return steady_clock::now() + moment; };
  expect_failure_not_before<steady_clock>(from_now(), wait, moment);
  expect_failure_not_before<steady_clock>(from_now(), wait,
                                          std::chrono::duration<double, std::milli>(moment));
  expect_failure_not_before<steady_clock>(from_now(), wait, std::chrono::nanoseconds(moment));
  const auto steady_end = steady_clock::now() + moment;
  expect_failure_not_before<steady_clock>(steady_end, wait, steady_end);
  const auto system_end = system_clock::now() + moment;
  expect_failure_not_before<system_clock>(system_end, wait, system_end);
}

/// Another thread calls `provide` after a while: the result is true. `undo` as above.
template <class Wait, class Provide, class Undo>
void expect_success_after_a_while(const Wait& wait, const Provide& provide, const Undo& undo) {
  with_each_far_limit([&](const char* limit_name, auto limit) {
    const joining_thread provider([&provide] {
      std::this_thread::sleep_for(moment);
      provide();
    });
    EXPECT_TRUE(wait(limit)) << limit_name;
    undo();
  });
}

}  // namespace conformance
