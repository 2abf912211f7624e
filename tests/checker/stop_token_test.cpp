// The platform's stop tokens guarantee exactly what <stop_token> guarantees. Code that relies on more is
// detected.

#include "exploring.h"
#include "orders.h"

#include <optional>

namespace cqs::check {
namespace {

struct stoppable {
  checked::stop_source source;
  checked::plain<int> data;
  checked::atomic<int> calls{0};
};

TEST(stop_token, states) {
  scenario_of<stoppable> right("", "");
  right.thread([](stoppable& w) {
    const checked::stop_token none;
    require(!none.stop_possible() && !none.stop_requested(), "an empty token can be stopped");
    const checked::stop_token token = w.source.get_token();
    require(token.stop_possible() && !token.stop_requested(), "stop is requested too early");
    require(w.source.request_stop(), "the first request returned false");
    require(!w.source.request_stop(), "the second request returned true");
    require(token.stop_requested(), "now");
  });
  expect_clean(right);
}

TEST(stop_token, a_callback_runs_once_or_is_removed) {
  scenario_of<stoppable> right("", "");
  right.thread([](stoppable& w) { w.source.request_stop(); }).thread([](stoppable& w) {
    {
      const stop_callback callback(w.source.get_token(),
                                   [&w] { w.calls.fetch_add(1, std::memory_order::relaxed); });
      checked::step("registered");
    }
    // After its destruction, the callback neither runs nor begins to run.
    const int before = w.calls.load(relaxed);
    checked::step("removed");
    require(w.calls.load(relaxed) == before, "the callback ran after its destruction");
    require(before <= 1, "the callback ran twice");
  });
  right.finally([](stoppable& w) { require(w.source.stop_requested(), "requested"); });
  expect_clean(right, {.bound = 4});
  expect_clean(right, weak);
}

TEST(stop_token, the_destructor_waits_for_the_callback) {
  // The callback's data may be destroyed as soon as the callback is destroyed.
  const auto toy = [](bool destroys_first) {
    scenario_of<stoppable> made("", "");
    made.thread([](stoppable& w) { w.source.request_stop(); }).thread([=](stoppable& w) {
      std::optional<checked::atomic<int>> target(std::in_place, 0);
      const auto touch = [&] { target->fetch_add(1, std::memory_order::relaxed); };
      std::optional<checked::stop_callback<decltype(touch)>> callback(std::in_place, w.source.get_token(),
                                                                      touch);
      if (destroys_first) {
        callback.reset();
        target.reset();
      } else {
        target.reset();
        callback.reset();
      }
    });
    return made;
  };
  expect_clean(toy(true), {.bound = 4});
  expect_clean(toy(true), weak);
  const result found = explore_all(toy(false), sequential);
  EXPECT_TRUE(found.what.kind == violation_kind::data_race ||
              found.what.kind == violation_kind::use_after_free)
      << found.what.message;
}

TEST(stop_token, a_callback_may_destroy_itself) {
  struct self_destroying {
    struct ender;
    using callback = checked::stop_callback<ender>;
    struct ender {
      std::optional<callback>* self;
      void operator()() const { self->reset(); }
    };
  };
  scenario_of<stoppable> right("", "");
  right.thread([](stoppable& w) {
    std::optional<self_destroying::callback> callback;
    callback.emplace(w.source.get_token(), self_destroying::ender{&callback});
    w.source.request_stop();
    require(!callback.has_value(), "the callback still exists");
  });
  expect_clean(right);
}

TEST(stop_token, a_late_callback_runs_at_once_on_its_own_thread) {
  scenario_of<stoppable> right("", "");
  right.thread([](stoppable& w) {
    w.source.request_stop();
    bool ran = false;
    const stop_callback callback(w.source.get_token(), [&] { ran = true; });
    require(ran, "the callback did not run inside the constructor");
  });
  expect_clean(right);
}

TEST(stop_token, request_stop_synchronizes_with_stop_requested) {
  scenario_of<stoppable> right("", "");
  right
      .thread([](stoppable& w) {
        w.data.write() = 1;
        w.source.request_stop();
      })
      .thread([](stoppable& w) {
        if (w.source.get_token().stop_requested()) {
          require(w.data.read() == 1, "the data is not visible");
        }
      });
  expect_clean(right, weak);
}

TEST(stop_token, the_callback_sees_earlier_writes_of_its_owner) {
  const auto toy = [](bool before) {
    scenario_of<stoppable> made("", "");
    made.thread([](stoppable& w) { w.source.request_stop(); }).thread([=](stoppable& w) {
      checked::plain<int> mine;
      if (before) {
        mine.write() = 1;
      }
      const stop_callback callback(w.source.get_token(), [&] { (void)mine.read(); });
      if (!before) {
        mine.write() = 1;
      }
    });
    return made;
  };
  expect_clean(toy(true), weak);
  expect_violation(violation_kind::data_race, toy(false), weak);
}

}  // namespace
}  // namespace cqs::check
