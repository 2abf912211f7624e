// Two threads wake each other in turn. Time is that of one hand-off, half a round.

#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include <benchmark/benchmark.h>

#include <cqs/semaphore.h>
#include <workloads/limits.h>

namespace {

/// Parks at once, as the bare futex does.
using parking_semaphore =
    cqs::counting_semaphore<std::numeric_limits<std::int32_t>::max(), cqs::options{.park_spin_limit = 0}>;

template <class Semaphore>
struct signal_of : Semaphore {
  signal_of() : Semaphore(0) {}
};
template <>
struct signal_of<cqs::workloads::futex_signal> : cqs::workloads::futex_signal {};

template <class Semaphore>
void handoff(benchmark::State& state) {
  signal_of<Semaphore> ping;
  signal_of<Semaphore> pong;
  bool stop = false;  // handed over with the signals
  std::thread partner([&] {
    for (;;) {
      ping.acquire();
      if (stop) {
        return;
      }
      pong.release();
    }
  });
  for ([[maybe_unused]] auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    ping.release();
    pong.acquire();
    const std::chrono::duration<double> round = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(round.count() / 2);
  }
  stop = true;
  ping.release();
  partner.join();
}

BENCHMARK(handoff<cqs::workloads::futex_signal>)->Name("handoff/impl:limit.futex")->UseManualTime();
BENCHMARK(handoff<parking_semaphore>)->Name("handoff/impl:cqs.semaphore.park")->UseManualTime();
BENCHMARK(handoff<cqs::counting_semaphore<>>)
    ->Name("handoff/impl:cqs.semaphore.async.smart")
    ->UseManualTime();

}  // namespace
