#pragma once

#include <chrono>
#include <optional>

#include "baselines/concepts/mutex.h"
#include "baselines/concepts/pool.h"
#include "baselines/concepts/semaphore.h"
#include "harness/experiment/cell_run.h"
#include "harness/machine/bound_object.h"
#include "workloads/beyond/storm_sample.h"
#include "workloads/checks/elements_check.h"
#include "workloads/checks/exclusion_check.h"
#include "workloads/checks/permits_check.h"
#include "workloads/support/abortable_waits.h"
#include "workloads/support/implementations.h"
#include "workloads/support/platform_of.h"
#include "workloads/support/punctual.h"
#include "workloads/support/queue_size.h"
#include "workloads/support/work_of.h"

/// A share of the waits is aborted during normal traffic.
namespace cqs::workloads {

/// Enters in one of three ways that the adapter provides: without a limit, until a deadline, or until a stop
/// request. Works inside, then leaves.
template <class Adapter, aborted_by By, class Run = harness::cell_run>
harness::sample measure_storm(const Run& run) {
  const double abort_share = static_cast<double>(run.cell.number("aborted")) / 100;
  Adapter adapter;
  abortable_waits waits(run.cell.threads);
  const auto result = run.team(work_of(run)).run_for(run.window, [&](auto& member) {
    const punctual<platform_of_t<Run>> on_time;
    typename Adapter::session session(adapter);
    abort_quota quota(abort_share);
    while (member.running()) {
      member.work();
      bool entered = true;
      if (!quota.next(member)) {
        member.wait([&] { session.enter(); });
      } else if constexpr (By == aborted_by::stop) {
        const auto stop = waits.arm(member.index());
        entered = member.wait_or_abort([&] { return session.enter_until(stop); });
        waits.disarm(member.index());
      } else {
        const auto patience = short_patience(member);
        entered = member.wait_or_abort([&] { return session.enter_for(patience); });
      }
      quota.count(!entered);
      if (entered) {
        session.inside(member);
        member.work();
        session.leave();
        member.completed();
      }
      if constexpr (By == aborted_by::stop) {
        waits.abort_next_to(member.index());
      }
    }
  });
  auto sample = storm_sample(run, result);
  adapter.verify(sample, result);
  return sample;
}

template <class Mutex>
struct mutex_adapter {
  static constexpr bool stoppable = baselines::stoppable_mutex<Mutex>;

  struct session {
    explicit session(mutex_adapter& owner) : adapter(owner) {}
    void enter() { adapter.mutex->lock(hold); }
    bool enter_for(std::chrono::nanoseconds patience) { return adapter.mutex->try_lock_for(hold, patience); }
    bool enter_until(const std::stop_token& stop) { return adapter.mutex->lock(hold, stop); }
    template <class Member>
    void inside(const Member& member) {
      adapter.check->inside(member);
    }
    void leave() { adapter.mutex->unlock(hold); }

    mutex_adapter& adapter;
    typename Mutex::hold hold;
  };

  void verify(harness::sample& sample, const harness::team_result& result) {
    check->verify(sample, result);
    set_segments(sample, *mutex);
    typename Mutex::hold hold;
    if (mutex->try_lock_for(hold, until_it_is_lost)) {
      mutex->unlock(hold);
    } else {
      sample.fail("the mutex stays locked at the end");
    }
  }

  harness::bound_object<Mutex> mutex;
  harness::bound_object<exclusion_check> check;
};

/// A semaphore of two permits: unlike a mutex, but still contended.
template <class Semaphore>
struct semaphore_adapter {
  static constexpr bool stoppable = baselines::stoppable_semaphore<Semaphore>;
  static constexpr std::ptrdiff_t places = 2;

  struct session {
    explicit session(semaphore_adapter& owner) : adapter(owner) {}
    void enter() { adapter.semaphore->acquire(); }
    bool enter_for(std::chrono::nanoseconds patience) { return adapter.semaphore->try_acquire_for(patience); }
    bool enter_until(const std::stop_token& stop) { return adapter.semaphore->acquire(stop); }
    template <class Member>
    void inside(const Member& /*member*/) {}
    void leave() { adapter.semaphore->release(); }

    semaphore_adapter& adapter;
  };

  void verify(harness::sample& sample, const harness::team_result& /*result*/) {
    set_segments(sample, *semaphore);
    verify_permits(sample, *semaphore, places);
  }

  harness::bound_object<Semaphore> semaphore{places};
};

template <class Pool>
struct pool_adapter {
  static constexpr bool stoppable = baselines::stoppable_pool<Pool>;
  static constexpr std::size_t places = 2;

  struct session {
    explicit session(pool_adapter& owner) : adapter(owner) {}
    void enter() { element = adapter.pool->take(); }
    bool enter_for(std::chrono::nanoseconds patience) { return got(adapter.pool->take_for(patience)); }
    bool enter_until(const std::stop_token& stop) { return got(adapter.pool->take(stop)); }
    template <class Member>
    void inside(const Member& /*member*/) {
      adapter.check.use(element);
    }
    void leave() { adapter.pool->put(element); }

    bool got(const std::optional<baselines::element>& taken) {
      element = taken.value_or(0);
      return taken.has_value();
    }

    pool_adapter& adapter;
    baselines::element element = 0;
  };

  pool_adapter() { check.fill(*pool); }

  void verify(harness::sample& sample, const harness::team_result& result) {
    set_segments(sample, *pool);
    sample.check_equal("uses of elements, each by one thread at a time", check.uses(), result.total());
    check.verify(sample, *pool);
  }

  harness::bound_object<Pool> pool{places};
  elements_check check{places};
};

}  // namespace cqs::workloads
