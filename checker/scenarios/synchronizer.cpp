// The framework itself. Values show which resume met which suspend.

#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/synchronizer.h>

#include <checker/history/fifo.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {
namespace {

/// A queue without aborts. A failed resume tries again, and so does a failed suspend.
template <options Options>
struct world {
  using queue_type = cqs::synchronizer<std::int64_t, Options, checked>;
  using waiter_type = detail::thread_waiter<queue_type>;

  struct operation {
    using queue_type = world::queue_type;
    world& owner;
    queue_type& queue() const noexcept { return owner.queue; }
    bool on_cancellation(typename queue_type::waiter_type& /*waiter*/) const noexcept { return true; }
    void complete_refused_resume(std::int64_t /*value*/) const noexcept {
      require(false, "a resume was refused without an abort");
    }
  };

  void suspend() {
    auto call = calls.begin(queue_operations::suspend);
    for (;;) {
      waiter_type waiter;
      const auto result = queue.suspend(waiter, operation{*this});
      if (result == suspension::broken) {
        continue;
      }
      if (result == suspension::suspended) {
        call.registered();
        waiter.wait(operation{*this}, detail::never_abort<checked>{});
      }
      call.returns(waiter.take_result());
      return;
    }
  }

  void resume(std::int64_t value) {
    auto call = calls.begin(queue_operations::resume, value);
    while (!queue.resume(value, operation{*this})) {
      checked::yield();
    }
    call.returns();
  }

  void check() {
    require_sound(queue);
    require_fifo(calls);
  }

  queue_type queue;
  history calls;
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    add_scenario<world>(prefix + ".fifo", "two threads suspend, one thread resumes both")
        .thread([](world& w) { w.suspend(); })
        .thread([](world& w) { w.suspend(); })
        .thread([](world& w) { w.resume(1), w.resume(2); })
        .finally([](world& w) { w.check(); });

    // Two synchronous resumes without a counter may break cells forever.
    if (Options.resumption == resumption::async) {
      add_scenario<world>(prefix + ".pairs", "two threads suspend, two threads resume")
          .thread([](world& w) { w.suspend(); })
          .thread([](world& w) { w.suspend(); })
          .thread([](world& w) { w.resume(1); })
          .thread([](world& w) { w.resume(2); })
          .finally([](world& w) { w.check(); });
    }
  }
};

[[maybe_unused]] const bool added = (for_each_variant("synchronizer", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
