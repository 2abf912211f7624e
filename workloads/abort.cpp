// What aborting costs: a suspension that is aborted at once, behind a queue of waiters (figure 9), and a
// release after many waiters have aborted.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>

#include <benchmark/benchmark.h>

#include <cqs/semaphore.h>

namespace {

template <cqs::cancellation Cancellation>
using semaphore = cqs::counting_semaphore<std::numeric_limits<std::int32_t>::max(),
                                          cqs::options{.cancellation = Cancellation}>;
using smart = semaphore<cqs::cancellation::smart>;
using simple = semaphore<cqs::cancellation::simple>;

/// A waiter that stays in the queue; a request cannot be moved into a container.
template <class Semaphore>
struct waiting {
  explicit waiting(Semaphore& s) : request(s.acquire_request()) {}
  typename Semaphore::request_type request;
};

template <class Semaphore>
void abort_behind(benchmark::State& state) {
  Semaphore semaphore(0);
  std::deque<waiting<Semaphore>> queue;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    queue.emplace_back(semaphore);
  }
  for ([[maybe_unused]] auto _ : state) {
    auto request = semaphore.acquire_request();
    benchmark::DoNotOptimize(request.cancel());
  }
  state.counters["segments"] = static_cast<double>(semaphore.queue().segment_count());
}

/// A release of a waiter, after many before it have aborted: `here:1` in its queue, `here:0` in another one,
/// which leaves the machine's caches alike. One release is too short to time: several queues are released in
/// a row.
template <class Semaphore>
void release_after_aborts(benchmark::State& state) {
  constexpr std::size_t queues = 16;
  const bool here = state.range(1) != 0;
  for ([[maybe_unused]] auto _ : state) {
    Semaphore other(0);
    std::deque<Semaphore> semaphores;
    std::deque<waiting<Semaphore>> waiters;
    for (std::size_t i = 0; i < queues; ++i) {
      auto& s = semaphores.emplace_back(0);
      for (std::int64_t aborted = 0; aborted < state.range(0); ++aborted) {
        (here ? s : other).acquire_request().cancel();
      }
      waiters.emplace_back(s);
    }
    const auto start = std::chrono::steady_clock::now();
    for (auto& s : semaphores) {
      s.release();
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(time.count() / queues);
    for (auto& w : waiters) {
      w.request.get();
    }
  }
}

void waiters(benchmark::internal::Benchmark* b) {
  b->ArgName("waiters");
  for (const std::int64_t n : {0, 1, 10, 100, 1'000, 10'000, 100'000}) {
    b->Arg(n);
  }
}

BENCHMARK(abort_behind<smart>)->Name("abort/impl:cqs.semaphore.async.smart")->Apply(waiters);
BENCHMARK(abort_behind<simple>)->Name("abort/impl:cqs.semaphore.async.simple")->Apply(waiters);
BENCHMARK(release_after_aborts<smart>)
    ->Name("release_after_aborts/impl:cqs.semaphore.async.smart")
    ->ArgNames({"aborted", "here"})
    ->ArgsProduct({{1'000'000}, {0, 1}})
    ->UseManualTime()
    ->Iterations(8);

}  // namespace
