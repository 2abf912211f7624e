#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "baselines/cqs/semaphore.h"
#include "harness/experiment/cell_run.h"
#include "harness/machine/bound_object.h"
#include "harness/record/sample.h"
#include "harness/team/team_sample.h"
#include "workloads/support/leave_out_fairness.h"
#include "workloads/support/platform_of.h"

/// One thread hands over to another one that waits: by two semaphores in turn, and by a mutex.
namespace cqs::workloads {

/// Parks without spinning, like the bare futex.
template <platform Platform>
struct basic_parking_semaphore : baselines::cqs_semaphore<options{.waiting = park_at_once}, Platform> {
  using base = baselines::cqs_semaphore<options{.waiting = park_at_once}, Platform>;
  using base::base;
  static constexpr baselines::description about{"cqs.semaphore.park", baselines::cqs_origin,
                                                baselines::waiting::parking, baselines::order::fifo};
};

inline std::uint64_t nanoseconds(std::chrono::nanoseconds d) {
  return static_cast<std::uint64_t>(d.count());
}

/// Two threads wake each other in turn. A hand-off is half a round.
template <class Semaphore, class Run = harness::cell_run>
harness::sample hand_over_in_turn(const Run& run) {
  using clock = typename Run::clock;
  const harness::bound_object<Semaphore> ping(0);
  const harness::bound_object<Semaphore> pong(0);
  bool stop = false;  // handed over with the signals
  const auto result = run.team().run_for(run.window, [&](auto& member) {
    if (member.index() == 0) {
      while (member.running()) {
        const auto begin = clock::now();
        ping->release();
        pong->acquire();
        member.record_wait(nanoseconds(clock::now() - begin) / 2);
        member.completed();
      }
      stop = true;
      ping->release();
      return;
    }
    for (ping->acquire(); !stop; ping->acquire()) {
      pong->release();
      member.completed();
    }
  });
  auto sample = harness::sample_of(result);
  sample.check_equal("turns of the two threads", result.operations[0], result.operations[1]);
  return sample;
}

/// The next step of the two threads, if they use a mutex.
enum class stage : int { holder_locks, waiter_may_come, waiter_comes, waiter_done, over };

template <platform Platform>
void await(const typename Platform::template atomic<stage>& now, stage wanted) {
  for (stage s = now.load(std::memory_order_acquire); s != wanted && s != stage::over;
       s = now.load(std::memory_order_acquire)) {
    Platform::yield();
  }
}

/// One thread holds the mutex until the other one sleeps in its queue, as the kernel says, or has had more time than any
/// implementation spins before. `asleep_share` says how many slept. A hand-off lasts from just before `unlock` to just
/// after `lock`.
template <class Mutex, class Run = harness::cell_run>
harness::sample hand_over_by_mutex(const Run& run) {
  using clock = typename Run::clock;
  using platform = platform_of_t<Run>;
  constexpr std::chrono::microseconds longest_spin{200};
  const harness::bound_object<Mutex> mutex;
  const harness::bound_object<typename platform::template atomic<stage>> now(stage::holder_locks);
  std::optional<typename Run::this_thread> waiter;  // handed over with the first stage
  typename clock::time_point unlocked;              // handed over with the mutex, like the next
  bool slept = false;
  double latencies = 0;
  std::uint64_t asleep = 0;
  const auto result = run.team().run_for(run.window, [&](auto& member) {
    typename Mutex::hold hold;
    if (member.index() == 0) {
      while (member.running()) {
        mutex->lock(hold);
        now->store(stage::waiter_may_come, std::memory_order_release);
        await<platform>(*now, stage::waiter_comes);
        const auto until = clock::now() + longest_spin;
        slept = waiter->asleep();
        while (!slept && clock::now() < until) {
          platform::yield();  // it may need this processor to fall asleep
          slept = waiter->asleep();
        }
        unlocked = clock::now();
        mutex->unlock(hold);
        await<platform>(*now, stage::waiter_done);
      }
      now->store(stage::over, std::memory_order_release);
      return;
    }
    waiter.emplace();
    while (true) {
      await<platform>(*now, stage::waiter_may_come);
      if (now->load(std::memory_order_acquire) == stage::over) {
        return;
      }
      now->store(stage::waiter_comes, std::memory_order_release);
      mutex->lock(hold);
      const auto latency = nanoseconds(clock::now() - unlocked);
      asleep += slept && member.measuring() ? 1U : 0U;
      mutex->unlock(hold);
      member.record_wait(latency);
      latencies += member.measuring() ? static_cast<double>(latency) : 0;
      member.completed();
      now->store(stage::waiter_done, std::memory_order_release);
    }
  });
  auto sample = harness::sample_of(result);
  sample.ns_per_op = latencies / static_cast<double>(result.measured_total());
  sample.set("asleep_share", static_cast<double>(asleep) / static_cast<double>(result.measured_total()));
  leave_out_fairness(sample);  // one of the two counts for both
  return sample;
}

}  // namespace cqs::workloads
