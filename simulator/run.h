#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "harness/cell.h"
#include "harness/cell_run.h"
#include "harness/sample.h"
#include "simulator/machine.h"
#include "simulator/simulated.h"
#include "simulator/team.h"

namespace cqs::simulator {

/// What `harness::cell_run` is where cells are measured: all that a workload needs to know.
struct run {
  using platform = simulated;
  using clock = simulator::clock;
  /// More would tell nothing new: nothing disturbs a simulation.
  static constexpr std::uint64_t most_operations = 100'000;

  /// Needs no processor, as one that mostly sleeps.
  class thread {
   public:
    explicit thread(std::function<void()> body)
        : _thread(simulation::active()->start(std::move(body), std::nullopt)) {}
    thread(const thread&) = delete;
    thread& operator=(const thread&) = delete;
    ~thread() { simulation::active()->join(_thread); }

   protected:
    simulator::thread& _thread;
  };

  class waiting_thread : public thread {
   public:
    using thread::thread;

    [[nodiscard]] bool stands_in_queue(
        std::chrono::nanoseconds enough_spinning = std::chrono::microseconds(300)) const {
      simulation& here = *simulation::active();
      const picoseconds until = here.now() + enough_spinning.count() * 1000;
      while (!simulation::sleeps(_thread) && here.now() < until) {
        here.sleep_until(here.now() + from_ns(1000));
      }
      return !_thread.ended;
    }
  };

  harness::cell cell;
  std::vector<unsigned> cpus;
  std::chrono::nanoseconds window;
  std::uint64_t seed;
  std::vector<memory::entry>* traffic;

  simulator::team team(std::uint64_t work_mean = 0) const {
    return simulator::team({.threads = cell.threads,
                            .cpus = cpus,
                            .work_mean = work_mean,
                            .seed = seed,
                            .most_operations = most_operations,
                            .traffic = traffic});
  }

  double work_ns(std::uint64_t mean) const {
    return to_ns(simulation::active()->machine().costs().work * static_cast<picoseconds>(mean));
  }
};

/// Takes a sample of a cell on a simulated machine. `window` is virtual time.
harness::sample simulate(const machine& machine, const harness::cell_run& what,
                         const std::function<harness::sample(const run&)>& measure);

}  // namespace cqs::simulator
