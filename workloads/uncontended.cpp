// One thread, no work: what taking and giving back costs when nobody else is there.

#include <benchmark/benchmark.h>

#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <workloads/limits.h>

namespace {

template <class Mutex>
void uncontended_mutex(benchmark::State& state) {
  Mutex mutex;
  for ([[maybe_unused]] auto _ : state) {
    mutex.lock();
    mutex.unlock();
  }
}

template <class Mutex>
void uncontended_shared(benchmark::State& state) {
  Mutex mutex;
  for ([[maybe_unused]] auto _ : state) {
    mutex.lock_shared();
    mutex.unlock_shared();
  }
}

template <class Semaphore>
void uncontended_semaphore(benchmark::State& state) {
  Semaphore semaphore(1);
  for ([[maybe_unused]] auto _ : state) {
    semaphore.acquire();
    semaphore.release();
  }
}

BENCHMARK(uncontended_mutex<cqs::workloads::rmw_pair>)->Name("uncontended/impl:limit.rmw_pair");
BENCHMARK(uncontended_mutex<cqs::mutex>)->Name("uncontended/impl:cqs.mutex");
BENCHMARK(uncontended_semaphore<cqs::counting_semaphore<>>)
    ->Name("uncontended/impl:cqs.semaphore.async.smart");
BENCHMARK(uncontended_mutex<cqs::shared_mutex>)->Name("uncontended/impl:cqs.shared_mutex.exclusive");
BENCHMARK(uncontended_shared<cqs::shared_mutex>)->Name("uncontended/impl:cqs.shared_mutex.shared");

}  // namespace
