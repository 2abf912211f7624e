// The framework itself. Values show which resume met which suspend.

#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/request.h>
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

/// The semaphore of the paper (listing 5), with one permit, which a thread holds. An abort counts the permit that it
/// refuses as free, although the resume that carries it is still on its way. So two resumes may swap their permits, and
/// the queue alone orders their callers.
template <options Options>
struct swapped {
  using queue_type = cqs::synchronizer<unit, Options, checked>;
  using waiter_type = typename queue_type::waiter_type;

  struct acquisition {
    using queue_type = swapped::queue_type;
    swapped& owner;
    queue_type& queue() const noexcept { return owner.queue; }
    bool start(waiter_type& waiter) const {
      if (owner.permits.fetch_sub(1, std::memory_order_acq_rel) > 0) {
        waiter.complete_at_once({});
        return true;
      }
      return owner.queue.suspend(waiter, *this) == suspension::resumed;
    }
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept {
      return owner.permits.fetch_add(1, std::memory_order_acq_rel) < 0;
    }
    void complete_refused_resume(unit /*permit*/) const noexcept {}
    void take_back(unit /*permit*/) const noexcept { owner.release(); }
  };
  using request_type = request<acquisition>;

  void release() noexcept {
    if (permits.fetch_add(1, std::memory_order_acq_rel) < 0) {
      unit permit;
      static_cast<void>(queue.resume(permit, acquisition{*this}));
    }
  }
  void release_by_all() noexcept {
    if (permits.fetch_add(1, std::memory_order_acq_rel) < 0) {
      queue.resume_all(1, acquisition{*this});
    }
  }

  /// The flags are relaxed, so that they order nothing.
  static void raise(checked::atomic<std::uint32_t>& flag) {
    flag.store(1, std::memory_order_relaxed);
    checked::futex_wake_one(&flag);
  }
  static void await(checked::atomic<std::uint32_t>& flag) {
    while (flag.load(std::memory_order_relaxed) == 0) {
      checked::futex_wait(flag, 0);
    }
  }

  /// Takes the permit that the first waiter refuses, and passes it on when another waiter is in the queue.
  template <class Release>
  void refuse_and_take(Release release_permit) {
    if (!aborting.cancel()) {
      aborting.get();
      release();
    }
    request_type(acquisition{*this}).get();
    raise(held);
    await(queued_behind);
    ++inside.write();
    release_permit();
  }
  void queue_behind() {
    await(held);
    request_type waiting(acquisition{*this});
    raise(queued_behind);
    waiting.get();
    ++inside.write();
  }

  checked::atomic<std::int64_t> permits{0};
  queue_type queue;
  request_type aborting{acquisition{*this}};
  checked::atomic<std::uint32_t> held{0};
  checked::atomic<std::uint32_t> queued_behind{0};
  checked::plain<int> inside{0};
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

    if constexpr (Options.resumption == resumption::async && Options.cancellation == cancellation::smart) {
      using swapped = check::swapped<Options>;
      add_scenario<swapped>(prefix + ".swapped_permits", "two resumes swap their permits after a refusal")
          .thread([](swapped& w) { w.release(); })
          .thread([](swapped& w) { w.refuse_and_take([&w] { w.release(); }); })
          .thread([](swapped& w) { w.queue_behind(); });
      add_scenario<swapped>(prefix + ".swapped_by_all", "the same, by resumes of many waiters")
          .thread([](swapped& w) { w.release(); })
          .thread([](swapped& w) { w.refuse_and_take([&w] { w.release_by_all(); }); })
          .thread([](swapped& w) { w.queue_behind(); });
    }
  }
};

[[maybe_unused]] const bool added = (for_each_variant("synchronizer", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
