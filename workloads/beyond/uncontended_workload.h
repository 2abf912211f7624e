#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "harness/experiment/cell_run.h"
#include "harness/machine/bound_object.h"
#include "harness/record/sample.h"
#include "workloads/support/growth.h"

/// One thread, no work: the cost of a pair of operations without contention.
namespace cqs::workloads {

/// `begin(n)` creates the object and returns the operation that runs `n` times.
template <class Run, class Begin>
harness::sample alone(const Run& run, Begin begin) {
  using clock = typename Run::clock;
  harness::sample sample;
  const auto n = grow(run.window, 1000, Run::most_operations, [&](std::uint64_t operations) {
    auto operation = begin(operations);
    const auto start = clock::now();
    for (std::uint64_t i = 0; i < operations; ++i) {
      operation();
      // Keeps the compiler from merging iterations, also of an empty operation.
      asm volatile("" : : : "memory");
    }
    const std::chrono::duration<double, std::nano> taken = clock::now() - start;
    sample.ns_per_op = taken.count() / static_cast<double>(operations);
    return taken.count();
  });
  sample.set("ops", static_cast<double>(n));
  return sample;
}

template <class Mutex, class Run = harness::cell_run>
harness::sample lock_alone(const Run& run) {
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

template <class Mutex, class Run = harness::cell_run>
harness::sample lock_shared_alone(const Run& run) {
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

template <class Semaphore, class Run = harness::cell_run>
harness::sample acquire_alone(const Run& run) {
  const harness::bound_object<Semaphore> semaphore(1);
  return alone(run, [&](std::uint64_t /*n*/) {
    return [&] {
      semaphore->acquire();
      asm volatile("" : : : "memory");
      semaphore->release();
    };
  });
}

template <class Pool, class Run = harness::cell_run>
harness::sample take_alone(const Run& run) {
  const harness::bound_object<Pool> pool(1U);
  pool->put(0);
  return alone(run, [&](std::uint64_t /*n*/) { return [&] { pool->put(pool->take()); }; });
}

template <class Latch, class Run = harness::cell_run>
harness::sample count_down_alone(const Run& run) {
  return alone(run, [&](std::uint64_t n) {
    return [latch = std::make_unique<Latch>(static_cast<std::ptrdiff_t>(n))] { latch->count_down(); };
  });
}

template <class Barrier, class Run = harness::cell_run>
harness::sample arrive_alone(const Run& run) {
  const harness::bound_object<Barrier> barrier(1);
  return alone(run, [&](std::uint64_t /*n*/) { return [&] { barrier->arrive_and_wait(); }; });
}

}  // namespace cqs::workloads
