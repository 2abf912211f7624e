#include "harness/team/thread_team.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <numeric>
#include <thread>

#include <sys/resource.h>

#include "harness/machine/pinning.h"
#include "harness/team/team_slot.h"

namespace cqs::harness {

namespace {

using clock = team_member::clock;

switches switches_of_this_thread() noexcept {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return {static_cast<std::uint64_t>(usage.ru_nvcsw), static_cast<std::uint64_t>(usage.ru_nivcsw)};
}

using slot = basic_team_slot<team_member>;

struct gate {
  alignas(128) std::atomic<std::size_t> arrived{0};
  alignas(128) std::atomic<bool> open{false};
  alignas(128) std::atomic<bool> stop{false};
  bool cancelled = false;  ///< set before it opens: nobody runs
};

void occupy(slot& own, gate& gate, std::size_t index, const thread_team::options& settings,
            const thread_team::body& body) {
  try {
    if (!settings.cpus.empty()) {
      pin_this_thread(settings.cpus[index % settings.cpus.size()]);
    }
    own.member = std::make_unique<team_member>(index, settings.work_mean, settings.seed + index, gate.stop);
  } catch (...) {
    own.failure = std::current_exception();
  }
  gate.arrived.fetch_add(1);
  // Yielding, not sleeping: a team that is woken one by one begins one by one.
  while (!gate.open.load(std::memory_order_acquire)) {
    std::this_thread::yield();
  }
  // Not `stop`: a thread that comes so late that the time is over must still do its part, which others may
  // wait for.
  if (gate.cancelled) {
    return;
  }
  own.before = switches_of_this_thread();
  own.begin = clock::now();
  try {
    body(*own.member);
  } catch (...) {
    own.failure = std::current_exception();
    gate.stop = true;
  }
  own.end = clock::now();
  own.after = switches_of_this_thread();
}

std::uint64_t operations(const std::vector<slot>& slots) noexcept {
  return std::accumulate(slots.begin(), slots.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const slot& s) { return sum + s.member->operations(); });
}

}  // namespace

template <class Supervise>
team_result thread_team::run(const body& task, Supervise supervise) const {
  gate gate;
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
    open();
    if (!gate.cancelled) {
      supervise(slots, gate.stop);
    }
  }
  for (const slot& s : slots) {
    if (s.failure) {
      std::rethrow_exception(s.failure);
    }
  }
  return collect(slots);
}

team_result thread_team::run_for(std::chrono::nanoseconds window, const body& task) const {
  return run(task, [window](const std::vector<slot>& slots, std::atomic<bool>& stop) {
    const auto begin = clock::now();
    std::this_thread::sleep_for(window);
    while (operations(slots) < slots.size() && !stop && clock::now() - begin < longest_window) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    stop = true;
  });
}

team_result thread_team::run_to_end(const body& task) const {
  return run(task, [](const std::vector<slot>& /*slots*/, const std::atomic<bool>& /*stop*/) {});
}

}  // namespace cqs::harness
