#include "workloads/simulated/team.h"

#include <atomic>
#include <memory>
#include <stdexcept>

#include "harness/team/team_slot.h"

namespace cqs::workloads::simulated {

namespace {

using simulator::clock;
using simulator::simulation;
using simulator::thread;

using slot = harness::basic_team_slot<team_member>;

using harness::team_phase;

harness::thread_usage usage_of(const thread& t) noexcept {
  return {t.voluntary_switches, t.involuntary_switches};
}

std::uint64_t operations(const std::vector<slot>& slots) noexcept {
  std::uint64_t sum = 0;
  for (const slot& s : slots) {
    sum += s.member->operations();
  }
  return sum;
}

}  // namespace

template <class Supervise>
harness::team_result team::run(const body& task, Supervise supervise) const {
  simulation& here = *simulation::active();
  const auto& processors = here.machine().processors();
  std::atomic<team_phase> phase{team_phase::measuring};
  std::vector<slot> slots(_settings.threads);
  std::vector<thread*> threads;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i].member = std::make_unique<team_member>(i, _settings.work_mean, _settings.seed + i, phase);
  }
  for (slot& s : slots) {
    s.member->in_team(slots.size(), [&slots] { return operations(slots); });
  }
  here.memory().forget_traffic();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool pinned = !_settings.cpus.empty();
    const unsigned cpu =
        pinned ? _settings.cpus[i % _settings.cpus.size()] : processors[i % processors.size()].os_index;
    threads.push_back(&here.start(
        [&, i] {
          slot& own = slots[i];
          own.before = usage_of(here.current());
          own.begin = clock::now();
          own.member->begin_measuring();
          task(*own.member);
          own.end = clock::now();
          own.after = usage_of(here.current());
        },
        cpu, pinned));
  }
  bool over = false;
  thread& supervisor = here.start([&] { supervise(here, slots, phase, over); }, std::nullopt);
  for (thread* t : threads) {
    here.join(*t);
  }
  if (_settings.traffic != nullptr) {
    *_settings.traffic = here.memory().entries();
  }
  over = true;
  here.join(supervisor);
  return harness::collect(slots);
}

harness::team_result team::run_for(std::chrono::nanoseconds window, const body& task) const {
  return run(task, [&](simulation& here, const std::vector<slot>& slots, std::atomic<team_phase>& phase,
                       const bool& over) {
    // Often enough that the last operations do not matter, seldom enough that looking does not.
    constexpr int looks = 2000;
    // Where operations are long, the window alone says little: it goes on until the threads have done some.
    constexpr int most_windows = 20;
    const std::uint64_t enough = _settings.threads * least_operations_each;
    for (int i = 0; i < looks * most_windows && !over; ++i) {
      const std::uint64_t done = operations(slots);
      if (done >= _settings.most_operations || (i >= looks && done >= enough)) {
        break;
      }
      here.sleep_until(here.now() + window.count() * 1000 / looks);
    }
    phase = team_phase::over;
  });
}

harness::team_result team::run_to_end(const body& task) const {
  return run(task, [](auto&&...) {});
}

}  // namespace cqs::workloads::simulated
