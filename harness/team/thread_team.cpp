#include "harness/team/thread_team.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <numeric>
#include <thread>

#include "harness/machine/pinning.h"
#include "harness/machine/thread_counters.h"
#include "harness/team/team_slot.h"

namespace cqs::harness {

namespace {

using clock = team_member::clock;

using slot = basic_team_slot<team_member>;

struct gate {
  alignas(128) std::atomic<std::size_t> arrived{0};
  alignas(128) std::atomic<bool> open{false};
  alignas(128) std::atomic<team_phase> phase{team_phase::measuring};
  bool cancelled = false;  ///< set before it opens: nobody runs
  clock::time_point measured_from{};
};

void occupy(slot& own, gate& gate, std::size_t index, const thread_team::options& settings,
            const thread_team::body& body) {
  const thread_counters counters;
  try {
    if (!settings.cpus.empty()) {
      pin_this_thread(settings.cpus[index % settings.cpus.size()]);
    }
    own.member = std::make_unique<team_member>(index, settings.work_mean, settings.seed + index, gate.phase);
  } catch (...) {
    own.failure = std::current_exception();
  }
  gate.arrived.fetch_add(1);
  // Yielding, not sleeping: a team that is woken one by one begins one by one.
  while (!gate.open.load(std::memory_order_acquire)) {
    std::this_thread::yield();
  }
  // Not whether it is over: a thread that comes so late that the time is over must still do its part, which others may
  // wait for.
  if (gate.cancelled) {
    return;
  }
  const auto begin = [&own, &counters] {
    own.before = counters.read();
    own.begin = clock::now();
  };
  begin();
  if (gate.phase != team_phase::warming_up) {
    own.member->begin_measuring();
  }
  own.member->at_begin(begin);
  try {
    body(*own.member);
  } catch (...) {
    own.failure = std::current_exception();
    gate.phase = team_phase::over;
  }
  own.end = clock::now();
  own.after = counters.read();
}

std::uint64_t all_operations(const std::vector<slot>& slots) noexcept {
  return std::accumulate(slots.begin(), slots.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const slot& s) { return sum + s.member->operations(); });
}

/// Without those of the warm-up.
std::uint64_t operations(const std::vector<slot>& slots) noexcept {
  return std::accumulate(slots.begin(), slots.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const slot& s) { return sum + s.member->measured(); });
}

/// A member that has completed nothing since the warm-up has counted nothing that is to be kept.
void discard_rest(std::vector<slot>& slots, clock::time_point measured_from) {
  for (slot& s : slots) {
    if (!s.member->measuring()) {
      s.member->at_begin({});
      s.member->begin_measuring();
      s.begin = std::max(s.begin, std::min(measured_from, s.end));
    }
  }
}

}  // namespace

template <class Supervise>
team_result thread_team::run(const body& task, team_phase first, Supervise supervise) const {
  gate gate;
  gate.phase = first;
  std::vector<slot> slots(_settings.threads);
  {
    std::vector<std::jthread> threads;
    const auto open = [&] {
      while (gate.arrived.load() < threads.size()) {
        std::this_thread::yield();
      }
      gate.open.store(true, std::memory_order_release);
    };
    try {
      for (std::size_t i = 0; i < _settings.threads; ++i) {
        threads.emplace_back([&, i] { occupy(slots[i], gate, i, _settings, task); });
      }
    } catch (...) {  // no more threads to be had: those that wait at the gate go home
      gate.cancelled = true;
      open();
      throw;
    }
    while (gate.arrived.load() < threads.size()) {
      std::this_thread::yield();
    }
    gate.cancelled = std::ranges::any_of(slots, [](const slot& s) { return s.failure != nullptr; });
    for (slot& s : slots) {
      if (!gate.cancelled) {
        s.member->in_team(slots.size(), [&slots] { return all_operations(slots); });
      }
    }
    open();
    if (!gate.cancelled) {
      supervise(slots, gate);
    }
  }
  for (const slot& s : slots) {
    if (s.failure) {
      std::rethrow_exception(s.failure);
    }
  }
  discard_rest(slots, gate.measured_from);
  return collect(slots);
}

team_result thread_team::run_for(std::chrono::nanoseconds window, const body& task, warm_up before,
                                 std::uint64_t wanted_of_each) const {
  // Who counts on its own completes other things than operations.
  const auto wanted = _settings.threads * (before == warm_up::none ? 1 : wanted_of_each);
  const auto warm_up_time = before == warm_up::none ? std::chrono::nanoseconds(0) : window / warm_up_part;
  const auto supervise = [&](const std::vector<slot>& slots, gate& gate) {
    auto& phase = gate.phase;
    std::this_thread::sleep_for(warm_up_time);
    const auto begin = clock::now();
    gate.measured_from = begin;
    auto warming_up = team_phase::warming_up;  // unless a member has failed
    phase.compare_exchange_strong(warming_up, team_phase::measuring);
    std::this_thread::sleep_for(window);
    const auto too_short = [&] {
      const auto taken = clock::now() - begin;
      const auto counted = operations(slots);
      return (counted < wanted && taken < window * longest_stretch) ||
             (counted < slots.size() && taken < longest_window);
    };
    while (phase != team_phase::over && too_short()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    phase = team_phase::over;
  };
  team_result result =
      run(task, before == warm_up::none ? team_phase::measuring : team_phase::warming_up, supervise);
  result.warm_up_ns = static_cast<double>(warm_up_time.count());
  result.few_operations = result.measured_total() < wanted;
  return result;
}

team_result thread_team::run_to_end(const body& task) const {
  return run(task, team_phase::measuring, [](const std::vector<slot>& /*slots*/, const gate& /*gate*/) {});
}

}  // namespace cqs::harness
