// Coroutines and fibers, from one to a million, on a few workers: they take turns, are released, or are
// aborted.

#include <algorithm>
#include <chrono>
#include <coroutine>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <cqs/semaphore.h>

#include "baselines/peers.h"
#include "workloads/coroutines/cqs_resources.h"
#include "workloads/coroutines/plain_group.h"
#include "workloads/coroutines/task.h"
#include "workloads/coroutines/turns.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/growth.h"

#if CQS_HAS_BOOST_FIBER
#include "workloads/coroutines/boost_fiber_group.h"
#endif
#if CQS_HAS_FOLLY
#include "workloads/coroutines/folly_fiber_group.h"
#include "workloads/coroutines/folly_group.h"
#endif

namespace cqs::workloads {

namespace {

/// Returns the resident memory of this process.
double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0;
  double resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Returns the memory of the queue per waiter. All members are in the queue.
template <class Resource>
void set_queue_bytes(harness::sample& sample, const Resource& resource, std::uint64_t members) {
  if constexpr (requires { resource.queue().cells(); }) {
    std::size_t bytes = 0;
    resource.queue().cells().for_each_segment([&bytes](const auto& segment) { bytes += sizeof(segment); });
    sample.set("queue_bytes_per_waiter", static_cast<double>(bytes) / static_cast<double>(members));
  }
}

/// Below this number of members, memory is noise.
constexpr std::uint64_t enough_to_weigh = 10'000;

template <class Resource>
constexpr bool is_once = requires {
  Resource::once;
};

template <class Resource, class Group>
Resource make_resource(std::uint64_t members, [[maybe_unused]] Group& group) {
  if constexpr (std::is_constructible_v<Resource, std::uint64_t, wait_in_pool>) {
    return Resource(members, wait_in_pool{&group.workers()});
  } else {
    return Resource(members);
  }
}

/// Runs the turns of one group. The result is the time.
template <class Group, class Resource>
double take_turns(Group& group, std::uint64_t members, std::uint64_t rounds, harness::sample& sample) {
  Resource resource = make_resource<Resource>(members, group);
  turns all(members, rounds);
  const double before = resident_bytes();
  group.come(members, all, resource);
  all.await_all_came();
  if (members >= enough_to_weigh && sample.measures.empty()) {
    sample.set("bytes_per_waiter", (resident_bytes() - before) / static_cast<double>(members));
    set_queue_bytes(sample, resource, members);
  }
  group.begin(all, resource);
  all.await_all_left();
  group.end();
  if constexpr (Resource::exclusive) {
    all.record(sample);
  }
  return all.nanoseconds();
}

template <class Group, class Resource>
harness::sample measure(const harness::cell_run& run) {
  const auto members = static_cast<std::uint64_t>(run.cell.number("waiters"));
  harness::sample sample;
  if (members > Group::most) {
    sample.skipped = fmt::format("their stacks: not more than {} are tried", Group::most);
    return sample;
  }
  Group group(run);
  std::uint64_t done = 0;
  grow(run.window, members, harness::cell_run::most_operations, [&](std::uint64_t operations) {
    const std::uint64_t times = std::max<std::uint64_t>(1, operations / members);
    double taken = 0;
    if constexpr (is_once<Resource>) {
      for (std::uint64_t i = 0; i < times; ++i) {
        taken += take_turns<Group, Resource>(group, members, 1, sample);
      }
    } else {
      taken = take_turns<Group, Resource>(group, members, times, sample);
    }
    done = times * members;
    sample.ns_per_op = taken / static_cast<double>(done);
    return taken;
  });
  sample.set("ops", static_cast<double>(done));
  return sample;
}

/// Coroutines that wait for one semaphore until a stop request ends the wait.
class waiting_group {
 public:
  static constexpr auto about = cqs_semaphore_turns<wait_here>::about;

  task wait(std::stop_token stop) {
    _aborted += (co_await _semaphore.async_acquire(std::move(stop))) ? 0U : 1U;
  }

  void record(harness::sample& sample, std::uint64_t members) {
    sample.check_equal("aborts", _aborted, members);
    sample.set("segments", static_cast<double>(_semaphore.queue().segment_count()));
    _semaphore.release();
    sample.check_equal("permits after the aborts", _semaphore.try_acquire() ? 1U : 0U, 1);
  }

 private:
  counting_semaphore<> _semaphore{0};
  std::uint64_t _aborted = 0;
};

/// The lower bound: coroutines in no queue at all; each stop request resumes one.
class stoppable_group {
 public:
  static constexpr baselines::description about{"limit.stop_request", "the standard library",
                                                baselines::waiting::never};

  task wait(std::stop_token stop) {
    co_await stopped(std::move(stop));
    ++_stopped;
  }

  void record(harness::sample& sample, std::uint64_t members) const {
    sample.check_equal("stops", _stopped, members);
  }

 private:
  class stopped {
   public:
    explicit stopped(std::stop_token stop) noexcept : _stop(std::move(stop)) {}
    stopped(const stopped&) = delete;
    stopped& operator=(const stopped&) = delete;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> coroutine) { _request.emplace(_stop, coroutine); }
    void await_resume() noexcept { _request.reset(); }

   private:
    std::stop_token _stop;
    std::optional<std::stop_callback<std::coroutine_handle<>>> _request;
  };

  std::uint64_t _stopped = 0;
};

/// Requests all stops, one by one, in the order of arrival or in random order. In a long queue, the random
/// order tests the caches: two successive aborts share no line.
template <class Group, bool AtRandom>
harness::sample measure_aborts(const harness::cell_run& run) {
  const auto members = static_cast<std::uint64_t>(run.cell.number("waiters"));
  harness::sample sample;
  if (run.cell.threads > 1) {
    sample.skipped = "one thread asks them all to stop";
    return sample;
  }
  pin_workers(run)(0);
  [[maybe_unused]] std::mt19937_64 random(run.seed);
  std::uint64_t done = 0;
  grow(run.window, members, harness::cell_run::most_operations, [&](std::uint64_t operations) {
    using clock = std::chrono::steady_clock;
    std::chrono::duration<double, std::nano> taken{};
    done = 0;
    while (done < operations) {
      Group group;
      std::vector<std::stop_source> stops(members);
      std::vector<task> tasks;
      tasks.reserve(members);
      for (std::uint64_t i = 0; i < members; ++i) {
        tasks.push_back(group.wait(stops[i].get_token()));
        tasks.back().coroutine().resume();
      }
      std::vector<std::uint64_t> order(members);
      std::iota(order.begin(), order.end(), std::uint64_t{0});
      if constexpr (AtRandom) {
        std::shuffle(order.begin(), order.end(), random);
      }
      const auto begin = clock::now();
      for (const std::uint64_t i : order) {
        stops[i].request_stop();
      }
      taken += clock::now() - begin;
      done += members;
      group.record(sample, members);
    }
    sample.ns_per_op = taken.count() / static_cast<double>(done);
    return taken.count();
  });
  sample.set("ops", static_cast<double>(done));
  return sample;
}

/// The lower bound: resumes coroutines from a vector, one after another.
struct bare_resume {
  static constexpr baselines::description about{"limit.coroutine_resume", "the compiler",
                                                baselines::waiting::never};
};

task suspend_often(turns& all) {
  for (std::uint64_t i = 0; i < all.rounds(); ++i) {
    co_await std::suspend_always{};
    all.pass_alone(&i);
  }
}

harness::sample measure_bare_resumes(const harness::cell_run& run) {
  const auto members = static_cast<std::uint64_t>(run.cell.number("waiters"));
  harness::sample sample;
  if (run.cell.threads > 1) {
    sample.skipped = "one thread resumes them all";
    return sample;
  }
  pin_workers(run)(0);
  std::uint64_t done = 0;
  grow(run.window, members, harness::cell_run::most_operations, [&](std::uint64_t operations) {
    turns all(members, std::max<std::uint64_t>(1, operations / members));
    std::vector<task> tasks;
    for (std::uint64_t i = 0; i < members; ++i) {
      tasks.push_back(suspend_often(all));
      tasks.back().coroutine().resume();
    }
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t round = 0; round < all.rounds(); ++round) {
      for (const task& each : tasks) {
        each.coroutine().resume();
      }
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    all.record(sample);
    done = all.total();
    sample.ns_per_op = taken.count() / static_cast<double>(done);
    return taken.count();
  });
  sample.set("ops", static_cast<double>(done));
  return sample;
}

/// Adds the implementations: for each kind ours in every environment, and the peers that fit.
class registration {
 public:
  explicit registration(experiment_builder& experiment) : _experiment(experiment) {}

  template <class Group, class Resource>
  void add(const char* kind, const char* in) {
    _experiment.add_one<Resource>({{"kind", kind}, {"in", in}}, &measure<Group, Resource>, Group::waiter);
  }

  template <template <class> class Ours>
  void add_ours(const char* kind) {
    add<plain_group, Ours<wait_here>>(kind, "coroutine");
    add<plain_group, Ours<wait_in_pool>>(kind, "pooled_coroutine");
#if CQS_HAS_FOLLY
    add<folly_group, Ours<wait_here>>(kind, "folly_task");
#else
    skip(Ours<wait_here>::about.name, kind, "folly_task", CQS_FOLLY_SKIPPED);
#endif
#if CQS_HAS_BOOST_FIBER
    if constexpr (!is_once<Ours<wait_here>>) {
      add<boost_fiber_group, Ours<wait_in_fiber>>(kind, "boost_fiber");
    }
#else
    skip(Ours<wait_here>::about.name, kind, "boost_fiber", CQS_BOOST_FIBER_SKIPPED);
#endif
  }

  void skip(std::string_view name, const char* kind, const char* in, std::string_view reason) {
    _experiment.add_unavailable(name, {{"kind", kind}, {"in", in}}, reason);
  }

 private:
  experiment_builder& _experiment;
};

void add_folly([[maybe_unused]] registration& to) {
#if CQS_HAS_FOLLY
  to.add<folly_group, folly_mutex_turns>("mutex", "folly_task");
  to.add<folly_group, folly_semaphore_turns>("semaphore", "folly_task");
  to.add<folly_group, folly_queue_turns>("pool", "folly_task");
  to.add<folly_group, folly_baton_turns>("latch", "folly_task");
  to.add<folly_fiber_group, folly_fiber_mutex_turns>("mutex", "folly_fiber");
  to.add<folly_fiber_group, folly_fiber_semaphore_turns>("semaphore", "folly_fiber");
  to.skip("folly.coro.mutex", "abort", "folly_task", "its waits cannot be aborted");
#else
  to.skip("folly.coro.mutex", "mutex", "folly_task", CQS_FOLLY_SKIPPED);
  to.skip("folly.fibers.timed_mutex", "mutex", "folly_fiber", CQS_FOLLY_SKIPPED);
#endif
}

void add_boost_fiber([[maybe_unused]] registration& to) {
#if CQS_HAS_BOOST_FIBER
  to.add<boost_fiber_group, boost_fiber_mutex_turns>("mutex", "boost_fiber");
  to.add<boost_fiber_group, boost_fiber_channel_turns>("pool", "boost_fiber");
  to.add<boost_fiber_group, boost_fiber_barrier_turns>("barrier", "boost_fiber");
#else
  to.skip("boost_fiber.mutex", "mutex", "boost_fiber", CQS_BOOST_FIBER_SKIPPED);
#endif
}

template <class Group>
void add_aborts(experiment_builder& experiment) {
  const auto add = [&](const char* kind, run_function run) {
    experiment.add_one<Group>({{"kind", kind}, {"in", "coroutine"}}, std::move(run), plain_group::waiter);
  };
  add("abort", &measure_aborts<Group, true>);
  add("abort_in_order", &measure_aborts<Group, false>);
}

}  // namespace

harness::experiment async_experiment(const machine_choice& machine) {
  experiment_builder experiment(
      machine, {.name = "async",
                .summary = "coroutines and fibers wait, on a few workers",
                .operation = "a turn: wait, enter, leave; a passage of a latch or a phase; an abort",
                .axes = {{"waiters", {"1", "1000"}}},
                .thread_counts = {"1", "2"}});
  experiment.add_one<bare_resume>({{"kind", "mutex"}, {"in", "coroutine"}}, &measure_bare_resumes);
  registration to(experiment);
  to.add_ours<cqs_mutex_turns>("mutex");
  to.add_ours<cqs_semaphore_turns>("semaphore");
  to.add_ours<cqs_pool_turns>("pool");
  to.add_ours<cqs_latch_turns>("latch");
  to.add_ours<cqs_barrier_turns>("barrier");
  add_aborts<waiting_group>(experiment);
  add_aborts<stoppable_group>(experiment);
  add_folly(to);
  add_boost_fiber(to);
  return experiment.build();
}

}  // namespace cqs::workloads
