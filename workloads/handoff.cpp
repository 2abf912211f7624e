// One thread hands over to another that waits: by semaphores in turn, and by a mutex.

#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

#include <cqs/platform/native.h>
#include <cqs/semaphore.h>

#include "baselines/implementations.h"
#include "harness/bound_object.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/jvm.h"
#include "workloads/limits.h"

namespace cqs::workloads {

namespace {

using clock = std::chrono::steady_clock;

/// Parks at once, as the bare futex does.
struct parking_semaphore
    : baselines::standard_semaphore<
          cqs::counting_semaphore<cqs::counting_semaphore<>::max(), cqs::options{.park_spin_limit = 0}>> {
  using standard_semaphore::standard_semaphore;
  static constexpr baselines::description about{"cqs.semaphore.park", baselines::cqs_origin,
                                                baselines::waiting::parking, baselines::order::fifo};
};

std::uint64_t nanoseconds(clock::duration d) {
  return static_cast<std::uint64_t>(d.count());
}

/// Two threads wake each other in turn. A hand-off is half a round.
template <class Semaphore>
harness::sample in_turn(const harness::cell_run& run) {
  const harness::bound_object<Semaphore> ping(0);
  const harness::bound_object<Semaphore> pong(0);
  bool stop = false;  // handed over with the signals
  const auto result = run.team().run_for(run.window, [&](harness::team_member& member) {
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
  auto sample = harness::sample::of(result);
  sample.check_equal("turns of the two threads", result.operations[0], result.operations[1]);
  return sample;
}

/// Who of the two does what next, by mutex.
enum class stage : int { holder_locks, waiter_may_come, waiter_comes, waiter_done, over };

void await(const std::atomic<stage>& now, stage wanted) {
  for (stage s = now.load(std::memory_order_acquire); s != wanted && s != stage::over;
       s = now.load(std::memory_order_acquire)) {
    std::this_thread::yield();
  }
}

/// One thread holds the mutex until the other has had the time to go to sleep before it. A hand-off is from
/// the moment before `unlock` to the moment after `lock`.
template <class Mutex>
harness::sample by_mutex(const harness::cell_run& run) {
  constexpr std::chrono::microseconds until_it_sleeps{10};
  const harness::bound_object<Mutex> mutex;
  const harness::bound_object<std::atomic<stage>> now(stage::holder_locks);
  clock::time_point unlocked;  // handed over with the mutex
  double latencies = 0;
  const auto result = run.team().run_for(run.window, [&](harness::team_member& member) {
    typename Mutex::hold hold;
    if (member.index() == 0) {
      while (member.running()) {
        mutex->lock(hold);
        now->store(stage::waiter_may_come, std::memory_order_release);
        await(*now, stage::waiter_comes);
        const auto until = clock::now() + until_it_sleeps;
        do {
          native::pause();
          unlocked = clock::now();
        } while (unlocked < until);
        mutex->unlock(hold);
        await(*now, stage::waiter_done);
      }
      now->store(stage::over, std::memory_order_release);
      return;
    }
    while (true) {
      await(*now, stage::waiter_may_come);
      if (now->load(std::memory_order_acquire) == stage::over) {
        return;
      }
      now->store(stage::waiter_comes, std::memory_order_release);
      mutex->lock(hold);
      const auto latency = nanoseconds(clock::now() - unlocked);
      mutex->unlock(hold);
      member.record_wait(latency);
      latencies += static_cast<double>(latency);
      member.completed();
      now->store(stage::waiter_done, std::memory_order_release);
    }
  });
  auto sample = harness::sample::of(result);
  sample.ns_per_op = latencies / static_cast<double>(result.total());
  std::erase_if(sample.values, [](const auto& value) {  // one of the two counts for both
    return value.first == "jain" || value.first.starts_with("thread_ops");
  });
  return sample;
}

}  // namespace

harness::experiment handoff_experiment() {
  harness::experiment experiment{
      .name = "handoff",
      .summary = "two threads wake each other; the latency of one hand-off",
      .operation = "release or unlock, until the other thread has acquired or locked",
      .parameters = {},
      .threads = 2};
  const std::vector<harness::parameter> semaphore{{"kind", "semaphore"}};
  experiment.contestants.push_back(contestant_of<futex_signal>(semaphore, &in_turn<futex_signal>));
  experiment.contestants.push_back(contestant_of<parking_semaphore>(semaphore, &in_turn<parking_semaphore>));
  const auto unless_control = []<class T>(run_function run) { return is_control<T> ? run_function() : run; };
  add_contestants<baselines::semaphores>(
      experiment, semaphore, [&]<class T>() { return unless_control.template operator()<T>(&in_turn<T>); });
  add_jvm_contestants(experiment, semaphore, baselines::kind::semaphore);
  add_contestants<baselines::mutexes>(experiment, {{"kind", "mutex"}}, [&]<class T>() {
    return unless_control.template operator()<T>(&by_mutex<T>);
  });
  return experiment;
}

}  // namespace cqs::workloads
