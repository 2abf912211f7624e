#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "harness/experiment/cell_run.h"
#include "harness/record/cell.h"
#include "harness/record/sample.h"
#include "simulator/machine.h"
#include "simulator/simulated.h"
#include "workloads/simulated/team.h"

namespace cqs::workloads::simulated {

/// The counterpart of `harness::cell_run` for simulated cells: all that a workload needs to know.
struct run {
  using platform = simulator::simulated;
  using clock = simulator::clock;
  /// More operations add no information: nothing disturbs a simulation.
  static constexpr std::uint64_t most_operations = 100'000;

  /// A thread that mostly sleeps and needs no processor. Each has its memory accesses from another core.
  class thread {
   public:
    explicit thread(std::function<void()> body)
        : _thread(simulator::simulation::active()->start(std::move(body), std::nullopt)) {
      const auto cores = simulator::simulation::active()->machine().cores();
      _thread.core = static_cast<unsigned>(_thread.index % cores);
    }
    thread(const thread&) = delete;
    thread& operator=(const thread&) = delete;
    ~thread() { simulator::simulation::active()->join(_thread); }

   protected:
    simulator::thread& _thread;
  };

  class waiting_thread : public thread {
   public:
    using thread::thread;

    [[nodiscard]] bool stands_in_queue(
        std::chrono::nanoseconds enough_spinning = std::chrono::microseconds(300)) const {
      simulator::simulation& here = *simulator::simulation::active();
      const simulator::picoseconds until = here.now() + enough_spinning.count() * 1000;
      while (!simulator::simulation::sleeps(_thread) && here.now() < until) {
        here.sleep_until(here.now() + simulator::from_ns(1000));
      }
      return !_thread.ended;
    }
  };

  class this_thread {
   public:
    [[nodiscard]] bool asleep() const { return simulator::simulation::sleeps(_thread); }

   private:
    simulator::thread& _thread = simulator::simulation::active()->current();
  };

  harness::cell cell;
  std::vector<unsigned> cpus;
  std::chrono::nanoseconds window;
  std::uint64_t seed;
  std::vector<simulator::memory::entry>* traffic;

  simulated::team team(std::uint64_t work_mean = 0) const {
    return simulated::team({.threads = cell.threads,
                            .cpus = cpus,
                            .work_mean = work_mean,
                            .seed = seed,
                            .most_operations = most_operations,
                            .traffic = traffic});
  }

  double work_ns(std::uint64_t mean) const {
    return simulator::to_ns(simulator::simulation::active()->machine().costs().work *
                            static_cast<simulator::picoseconds>(mean));
  }
};

/// Takes a sample of a cell on a simulated machine. `window` is virtual time.
harness::sample simulate(const simulator::machine& machine, const harness::cell_run& what,
                         const std::function<harness::sample(const run&)>& measure);

}  // namespace cqs::workloads::simulated
