// The barrier: consecutive phases, with parties that arrive, wait, drop out or abort their wait.

#include <cstdint>
#include <utility>

#include <cqs/barrier.h>

#include <checker/history/specifications/barrier.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

using specification = barrier_specification;

template <options Options>
struct world {
  using barrier_type = cqs::barrier<cqs::detail::no_completion, Options, checked>;
  using token = typename barrier_type::arrival_token;

  explicit world(int number = 2) : barrier(number), parties(number) {}

  void arrive_and_wait() {
    auto call = calls.begin(specification::arrive_and_wait);
    barrier.arrive_and_wait();
    call.returns();
  }
  token arrive(std::int64_t phase) {
    auto call = calls.begin(specification::arrive);
    token arrival = barrier.arrive();
    call.returns(phase);
    return arrival;
  }
  void wait(token arrival, std::int64_t phase) {
    auto call = calls.begin(specification::wait, phase);
    barrier.wait(std::move(arrival));
    call.returns();
  }
  bool wait_for_a_while(const token& arrival, std::int64_t phase) {
    auto call = calls.begin(specification::wait, phase);
    const bool over = barrier.wait_for(arrival, soon);
    call.ends(over);
    return over;
  }
  void arrive_and_drop() {
    auto call = calls.begin(specification::arrive_and_drop);
    barrier.arrive_and_drop();
    call.returns();
  }
  void check() {
    require_sound(barrier.queue());
    require_linearizable(calls, specification{.parties = parties});
  }

  barrier_type barrier;
  std::int64_t parties;
  history calls;
};

/// Two of the three parties have arrived in phase 0, and two bystanders hold their tokens.
template <options Options>
struct bystanders : world<Options> {
  using token = typename world<Options>::token;

  bystanders() : world<Options>(3) {}

  token first = this->arrive(0);
  token second = this->arrive(0);
};

/// The completion function reads what the parties wrote before they arrived. It writes what they read after their
/// phase.
template <options Options>
struct completed {
  struct completion {
    completed* world;
    void operator()() const noexcept { world->sum.write() = world->first.read() + world->second.read(); }
  };
  using barrier_type = cqs::barrier<completion, Options, checked>;

  void arrive_then_wait(checked::plain<int>& own) {
    own.write() = 1;
    barrier.wait(barrier.arrive());
    check();
  }
  void arrive_and_wait(checked::plain<int>& own) {
    own.write() = 1;
    barrier.arrive_and_wait();
    check();
  }
  void check() {
    require(sum.read() == 2, "a phase is over before its completion function");
    require(first.read() + second.read() == 2, "a write from before an arrival is not visible");
  }

  checked::plain<int> first{0};
  checked::plain<int> second{0};
  checked::plain<int> sum{0};
  barrier_type barrier{2, completion{this}};
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;

    add_scenario<world>(prefix + ".two_phases", "two parties run two phases")
        .thread([](world& w) { w.arrive_and_wait(), w.arrive_and_wait(); })
        .thread([](world& w) { w.arrive_and_wait(), w.arrive_and_wait(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".three", "three parties run one phase")
        .world(3)
        .thread([](world& w) { w.arrive_and_wait(); })
        .thread([](world& w) { w.arrive_and_wait(); })
        .thread([](world& w) { w.arrive_and_wait(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".tokens", "one party calls arrive and wait separately, in two phases")
        .thread([](world& w) { w.arrive_and_wait(), w.arrive_and_wait(); })
        .thread([](world& w) {
          w.wait(w.arrive(0), 0);
          w.wait(w.arrive(1), 1);
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".deadline", "the wait of one party times out, then the party waits again")
        .thread([](world& w) { w.arrive_and_wait(), w.arrive_and_wait(); })
        .thread([](world& w) {
          auto token = w.arrive(0);
          if (!w.wait_for_a_while(token, 0)) {
            w.wait(std::move(token), 0);
          }
          w.arrive_and_wait();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".drop", "one party of three drops out")
        .world(3)
        .thread([](world& w) { w.arrive_and_drop(); })
        .thread([](world& w) { w.arrive_and_wait(), w.arrive_and_wait(); })
        .thread([](world& w) { w.arrive_and_wait(), w.arrive_and_wait(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".dropped", "one party of two drops out, and the other goes on alone")
        .thread([](world& w) { w.arrive_and_drop(); })
        .thread([](world& w) {
          w.wait(w.arrive(0), 0);
          w.arrive_and_wait();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".ahead",
                        "parties repeat timed-out waits while the other party is a phase ahead")
        .thread([](world& w) {
          auto first = w.arrive(0);
          w.wait(std::move(first), 0);
          auto second = w.arrive(1);
          if (!w.wait_for_a_while(second, 1)) {
            w.wait(std::move(second), 1);
          }
        })
        .thread([](world& w) {
          auto first = w.arrive(0);
          if (!w.wait_for_a_while(first, 0)) {
            w.wait(std::move(first), 0);
          }
          w.wait(w.arrive(1), 1);
        })
        .finally([](world& w) { w.check(); });

    using completed = check::completed<Options>;
    add_scenario<completed>(prefix + ".completion", "the parties see what the completion function has done")
        .thread([](completed& w) { w.arrive_then_wait(w.first); })
        .thread([](completed& w) { w.arrive_then_wait(w.second); });

    add_scenario<completed>(prefix + ".completion_together",
                            "the same for parties that arrive and wait in one step")
        .thread([](completed& w) { w.arrive_and_wait(w.first); })
        .thread([](completed& w) { w.arrive_and_wait(w.second); });

    using bystanders = check::bystanders<Options>;
    add_scenario<bystanders>(prefix + ".bystanders",
                             "threads wait for a phase while its parties go on to the next")
        .thread([](bystanders& w) {
          static_cast<void>(w.arrive(0));
          static_cast<void>(w.arrive(1));
          static_cast<void>(w.arrive(1));
          static_cast<void>(w.arrive(1));
        })
        .thread([](bystanders& w) { w.wait(std::move(w.first), 0); })
        .thread([](bystanders& w) { w.wait(std::move(w.second), 0); })
        .finally([](bystanders& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("barrier", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
