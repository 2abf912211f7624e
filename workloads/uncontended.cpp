// One thread, no work: what taking and giving back costs when nobody else is there.

#include <chrono>

#include "baselines/implementations.h"
#include "harness/bound_object.h"
#include "workloads/contestants.h"
#include "workloads/experiments.h"
#include "workloads/growth.h"
#include "workloads/limits.h"

namespace cqs::workloads {

namespace {

/// `begin(n)` makes what is measured, and gives the operation to be done `n` times.
template <class Begin>
harness::sample alone(const harness::cell_run& run, Begin begin) {
  using clock = std::chrono::steady_clock;
  harness::sample sample;
  const auto n = grow(run.window, 1000, [&](std::uint64_t operations) {
    auto operation = begin(operations);
    const auto start = clock::now();
    for (std::uint64_t i = 0; i < operations; ++i) {
      operation();
      asm volatile("" : : : "memory");  // each for itself, also of those that do nothing
    }
    const std::chrono::duration<double, std::nano> taken = clock::now() - start;
    sample.ns_per_op = taken.count() / static_cast<double>(operations);
    return taken.count();
  });
  sample.set("ops", static_cast<double>(n));
  return sample;
}

template <class Mutex>
harness::sample lock_alone(const harness::cell_run& run) {
  const harness::bound_object<Mutex> mutex;
  typename Mutex::hold hold;
  return alone(run, [&](std::uint64_t /*n*/) {
    return [&] {
      mutex->lock(hold);
      asm volatile("" : : : "memory");
      mutex->unlock(hold);
    };
  });
}

template <class Mutex>
harness::sample lock_shared_alone(const harness::cell_run& run) {
  const harness::bound_object<Mutex> mutex;
  typename Mutex::hold hold;
  return alone(run, [&](std::uint64_t /*n*/) {
    return [&] {
      mutex->lock_shared(hold);
      asm volatile("" : : : "memory");
      mutex->unlock_shared(hold);
    };
  });
}

template <class Semaphore>
harness::sample acquire_alone(const harness::cell_run& run) {
  const harness::bound_object<Semaphore> semaphore(1);
  return alone(run, [&](std::uint64_t /*n*/) {
    return [&] {
      semaphore->acquire();
      asm volatile("" : : : "memory");
      semaphore->release();
    };
  });
}

template <class Pool>
harness::sample take_alone(const harness::cell_run& run) {
  const harness::bound_object<Pool> pool(1U);
  pool->put(0);
  return alone(run, [&](std::uint64_t /*n*/) { return [&] { pool->put(pool->take()); }; });
}

template <class Latch>
harness::sample count_down_alone(const harness::cell_run& run) {
  return alone(run, [&](std::uint64_t n) {
    return [latch = std::make_unique<Latch>(static_cast<std::ptrdiff_t>(n))] { latch->count_down(); };
  });
}

template <class Barrier>
harness::sample arrive_alone(const harness::cell_run& run) {
  const harness::bound_object<Barrier> barrier(1);
  return alone(run, [&](std::uint64_t /*n*/) { return [&] { barrier->arrive_and_wait(); }; });
}

}  // namespace

harness::experiment uncontended_experiment() {
  harness::experiment experiment{
      .name = "uncontended",
      .summary = "one thread, no work, nobody else",
      .operation = "lock and unlock; acquire and release; take and put; count_down; a phase",
      .parameters = {},
      .threads = 1};
  experiment.contestants.push_back(contestant_of<rmw_pair>({{"kind", "mutex"}}, &lock_alone<rmw_pair>));
  using namespace baselines;
  add_contestants<mutexes>(experiment, {{"kind", "mutex"}}, []<class T>() { return &lock_alone<T>; });
  add_contestants<shared_mutexes>(experiment, {{"kind", "shared"}},
                                  []<class T>() { return &lock_shared_alone<T>; });
  add_contestants<semaphores>(experiment, {{"kind", "semaphore"}},
                              []<class T>() { return &acquire_alone<T>; });
  add_contestants<pools>(experiment, {{"kind", "pool"}}, []<class T>() { return &take_alone<T>; });
  add_contestants<latches>(experiment, {{"kind", "latch"}}, []<class T>() { return &count_down_alone<T>; });
  add_contestants<barriers>(experiment, {{"kind", "barrier"}}, []<class T>() { return &arrive_alone<T>; });
  return experiment;
}

}  // namespace cqs::workloads
