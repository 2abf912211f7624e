// The latch in all its variants.

#include <cstdint>
#include <utility>

#include <cqs/latch.h>

#include <checker/history/specifications/latch.h>
#include <checker/scenarios/coroutine_type.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

using specification = latch_specification;

template <options Options>
struct world {
  explicit world(int count = 1) : latch(count), expected(count) {}

  void count_down() {
    ++before.write();
    auto call = calls.begin(specification::count_down);
    latch.count_down();
    call.returns();
  }
  void wait() {
    auto call = calls.begin(specification::wait);
    latch.wait();
    call.returns();
    require(before.read() > 0, "a write from before the opening of the latch is not visible");
  }
  void wait_for_a_while() {
    auto call = calls.begin(specification::wait);
    call.ends(latch.wait_for(soon));
  }
  void wait_until_stopped() {
    auto call = calls.begin(specification::wait);
    call.ends(latch.wait(stop.get_token()));
  }
  void check() {
    require(latch.try_wait(), "the latch is not open");
    require_sound(latch.queue());
    require_linearizable(calls, specification{.expected = expected});
  }

  basic_latch<Options, checked> latch;
  std::int64_t expected;
  checked::plain<int> before{0};
  checked::stop_source stop;
  history calls;
};

/// Two threads write data of their own and count down; the waiter reads both.
template <options Options>
struct written_by_two {
  basic_latch<Options, checked> latch{3};
  checked::plain<int> first{0};
  checked::plain<int> second{0};
};

/// Threads and coroutines that count down and wait in one call.
template <options Options>
struct meeting {
  void arrive(checked::plain<int>& own, const checked::plain<int>& other) {
    own.write() = 1;
    latch.arrive_and_wait();
    check(own, other);
  }
  coroutine arrive_async(checked::stop_token token) {
    const bool is_open = co_await latch.async_arrive_and_wait(std::move(token));
    require(is_open, "nobody has requested stop");
    co_await latch.async_arrive_and_wait(0);
    check(first, second);
    ended.fetch_add(1, std::memory_order_relaxed);
  }
  void check(const checked::plain<int>& a, const checked::plain<int>& b) const {
    require(a.read() + b.read() == 2, "the latch opens before everybody has arrived");
  }

  basic_latch<Options, checked> latch{3};
  checked::plain<int> first{0};
  checked::plain<int> second{0};
  checked::atomic<std::uint32_t> ended{0};
  checked::stop_source stop;
};

template <options Options>
struct short_lived {
  basic_latch<Options, checked>* latch = checked::create<basic_latch<Options, checked>>(1);
};

/// Like `short_lived`. Two requests already wait, and the first aborts. The second is the last to be resumed,
/// and destroys the latch when the first is gone.
template <options Options>
struct left_early : short_lived<Options> {
  typename basic_latch<Options, checked>::request_type first = this->latch->wait_request();
  typename basic_latch<Options, checked>::request_type second = this->latch->wait_request();
  checked::atomic<std::uint32_t> gone{0};
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;

    add_scenario<world>(prefix + ".waiters", "two threads wait for one count_down")
        .thread([](world& w) { w.count_down(); })
        .thread([](world& w) { w.wait(); })
        .thread([](world& w) { w.wait(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".deadline", "one of two waiters times out")
        .thread([](world& w) { w.count_down(); })
        .thread([](world& w) { w.wait_for_a_while(); })
        .thread([](world& w) { w.wait(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".stop", "a stop request aborts a waiter")
        .thread([](world& w) { w.count_down(); })
        .thread([](world& w) { w.wait_until_stopped(); })
        .thread([](world& w) { w.stop.request_stop(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".alone", "a wait ends at its deadline although nobody counts down")
        .thread([](world& w) {
          require(!w.latch.wait_for(soon), "a thread passes a closed latch");
          w.latch.count_down();
        })
        .finally([](world& w) {
          require(w.latch.try_wait(), "the latch is not open");
          require_sound(w.latch.queue());
        });

    using meeting = check::meeting<Options>;
    add_scenario<meeting>(prefix + ".meeting",
                          "two threads and a coroutine count down and wait for each other")
        .thread([](meeting& w) { w.arrive(w.first, w.second); })
        .thread([](meeting& w) { w.arrive(w.second, w.first); })
        .thread([](meeting& w) { w.arrive_async(w.stop.get_token()); })
        .finally([](meeting& w) {
          require(w.ended.load(std::memory_order_relaxed) == 1, "the coroutine was not resumed");
          require_sound(w.latch.queue());
        });

    add_scenario<world>(prefix + ".counts", "two threads count down, one waits")
        .world(2)
        .thread([](world& w) {
          auto call = w.calls.begin(specification::count_down);
          w.latch.count_down();
          call.returns();
        })
        .thread([](world& w) { w.count_down(); })
        .thread([](world& w) { w.wait(); })
        .finally([](world& w) { w.check(); });

    using written_by_two = check::written_by_two<Options>;
    add_scenario<written_by_two>(prefix + ".some",
                                 "one thread counts down by two, another by one, a third waits")
        .thread([](written_by_two& w) {
          w.first.write() = 1;
          w.latch.count_down(2);
        })
        .thread([](written_by_two& w) {
          w.second.write() = 1;
          w.latch.count_down();
        })
        .thread([](written_by_two& w) {
          w.latch.wait();
          require(w.first.read() + w.second.read() == 2,
                  "a write from before the opening of the latch is not visible");
        });

    using short_lived = check::short_lived<Options>;
    add_scenario<short_lived>(prefix + ".end", "the waiter destroys the latch before count_down returns")
        .thread([](short_lived& w) { w.latch->count_down(); })
        .thread([](short_lived& w) {
          w.latch->wait();
          checked::destroy(w.latch);
        });

    using left_early = check::left_early<Options>;
    add_scenario<left_early>(prefix + ".end_after_abort",
                             "one waiter aborts, the other destroys the latch before count_down returns")
        .thread([](left_early& w) { w.latch->count_down(); })
        .thread([](left_early& w) {
          w.first.cancel();
          w.gone.store(1, std::memory_order_release);
          checked::futex_wake_one(&w.gone);
        })
        .thread([](left_early& w) {
          w.second.wait();
          while (w.gone.load(std::memory_order_acquire) == 0) {
            checked::futex_wait(w.gone, 0);
          }
          checked::destroy(w.latch);
        });
  }
};

[[maybe_unused]] const bool added = (for_each_variant("latch", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
