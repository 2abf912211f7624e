// Arguments at and beyond their limits: what is just allowed works, what is not throws and changes nothing. A
// single thread is enough.

#include <cstddef>
#include <exception>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/semaphore.h>

#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

constexpr options variant = small(resumption::async, cancellation::smart, 1);
constexpr std::ptrdiff_t most_permits = 3;

using semaphore = counting_semaphore<most_permits, variant, checked>;
using latch = basic_latch<variant, checked>;
using barrier = cqs::barrier<cqs::detail::no_completion, variant, checked>;

template <class Action>
void require_refused(Action action, const char* message, site where = site::current()) {
  bool refused = false;
  try {
    action();
  } catch (const std::exception&) {
    refused = true;
  }
  require(refused, message, where);
}

struct nothing {};

struct add_scenarios {
  add_scenarios() {
    add_scenario<nothing>("limits.semaphore", "counts of permits at their limits").thread([](nothing&) {
      require_refused([] { semaphore s(-1); }, "a semaphore has fewer permits than none");
      require_refused([] { semaphore s(most_permits + 1); }, "a semaphore has more permits than max()");
      semaphore s(most_permits);
      s.release(0);
      require_refused([&s] { s.release(1); }, "a release exceeds max()");
      require_refused([&s] { s.release(-1); }, "a release of fewer permits than none");
      for (std::ptrdiff_t i = 0; i < most_permits; ++i) {
        require(s.try_acquire(), "a refused release has taken permits");
      }
      require(!s.try_acquire(), "a refused release has left permits");
      require_refused([&s] { s.release(most_permits + 1); }, "a release of more permits than max()");
      s.release(most_permits);
      require(s.try_acquire(), "a release of max() permits is lost");
    });

    add_scenario<nothing>("limits.latch", "counts of a latch at their limits").thread([](nothing&) {
      require_refused([] { latch l(-1); }, "a latch counts from below zero");
      require_refused([] { latch l(latch::max() + 1); }, "a latch counts from more than max()");
      latch widest(latch::max());
      require(!widest.try_wait(), "a latch of max() is open");
      widest.count_down(latch::max());
      require(widest.try_wait(), "a latch that was counted down at once is closed");
      latch l(2);
      l.count_down(0);
      require_refused([&l] { l.count_down(-1); }, "a latch counts up");
      require_refused([&l] { l.count_down(3); }, "a latch counts down by more than its count");
      require_refused([&l] { l.count_down(latch::max() + 1); }, "a latch counts down by more than max()");
      require(!l.try_wait(), "a refused count_down has opened the latch");
      auto waiting = l.wait_request();
      l.count_down(1);
      require(waiting.status() == request_status::waiting, "a latch opens one too early");
      l.count_down(1);
      require(waiting.status() == request_status::granted, "a latch does not open");
      l.count_down(0);
      require_refused([&l] { l.count_down(1); }, "an open latch counts down");
      require(l.try_wait(), "a refused count_down has closed the latch");
      require_sound(l.queue());
      latch single(1);
      require_refused([&single] { single.count_down(2); }, "a latch counts down by more than its count");
      single.count_down();
      require(single.try_wait(), "a refused count_down counts up");
      latch open(0);
      require(open.try_wait(), "a latch of nothing is closed");
    });

    add_scenario<nothing>("limits.barrier", "counts of parties and arrivals at their limits")
        .thread([](nothing&) {
          require_refused([] { barrier b(-1); }, "a barrier has fewer parties than none");
          require_refused([] { barrier b(barrier::max() + 1); }, "a barrier has more parties than max()");
          require(barrier::max() == 0xff'ffff, "a barrier counts 24 bits of parties");
          barrier none(0);
          require_refused([&none] { static_cast<void>(none.arrive()); },
                          "a party arrives where none is expected");
          barrier widest(barrier::max());
          static_cast<void>(widest.arrive(barrier::max()));
          static_cast<void>(widest.arrive(barrier::max()));
          barrier b(2);
          require_refused([&b] { static_cast<void>(b.arrive(0)); }, "nobody arrives");
          require_refused([&b] { static_cast<void>(b.arrive(3)); }, "more arrive than are expected");
          require_refused([&b] { static_cast<void>(b.arrive(barrier::max() + 1)); },
                          "more than max() arrive");
          const auto first = b.arrive(1);
          require(!b.wait_for(first, soon), "a phase ends one arrival too early");
          const auto second = b.arrive(1);
          require(b.wait_for(first, soon) && b.wait_for(second, soon), "a phase does not end");
          const auto both = b.arrive(2);
          require(b.wait_for(both, soon), "a phase that both parties enter at once does not end");
          b.arrive_and_drop();
          b.arrive_and_drop();
          require_refused([&b] { b.arrive_and_drop(); }, "a party drops out where none is left");
        });
  }
};

[[maybe_unused]] const add_scenarios added;

}  // namespace
}  // namespace cqs::check
