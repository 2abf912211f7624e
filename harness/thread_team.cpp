#include "harness/thread_team.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

#include <sys/resource.h>

#include "harness/pinning.h"

namespace cqs::harness {

namespace {

using clock = team_member::clock;

struct switches {
  std::uint64_t voluntary = 0;
  std::uint64_t involuntary = 0;

  static switches of_this_thread() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return {static_cast<std::uint64_t>(usage.ru_nvcsw), static_cast<std::uint64_t>(usage.ru_nivcsw)};
  }
};

/// One thread, and what is left of it when it has ended.
struct seat {
  std::unique_ptr<team_member> member;
  clock::time_point begin;
  clock::time_point end;
  switches before;
  switches after;
  std::exception_ptr failure;
};

struct gate {
  alignas(128) std::atomic<std::size_t> arrived{0};
  alignas(128) std::atomic<bool> open{false};
  alignas(128) std::atomic<bool> stop{false};
  bool cancelled = false;  ///< set before it opens: nobody runs
};

void occupy(seat& seat, gate& gate, std::size_t index, const thread_team::options& settings,
            const thread_team::body& body) {
  try {
    if (!settings.cpus.empty()) {
      pin_this_thread(settings.cpus[index % settings.cpus.size()]);
    }
    seat.member = std::make_unique<team_member>(index, settings.work_mean, settings.seed + index, gate.stop);
  } catch (...) {
    seat.failure = std::current_exception();
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
  seat.before = switches::of_this_thread();
  seat.begin = clock::now();
  try {
    body(*seat.member);
  } catch (...) {
    seat.failure = std::current_exception();
    gate.stop = true;
  }
  seat.end = clock::now();
  seat.after = switches::of_this_thread();
}

team_result collect(const std::vector<seat>& seats) {
  team_result result;
  clock::time_point first_begin = seats.front().begin;
  clock::time_point last_begin = first_begin;
  clock::time_point first_end = seats.front().end;
  clock::time_point last_end = first_end;
  for (const seat& s : seats) {
    first_begin = std::min(first_begin, s.begin);
    last_begin = std::max(last_begin, s.begin);
    first_end = std::min(first_end, s.end);
    last_end = std::max(last_end, s.end);
    result.operations.push_back(s.member->operations());
    result.waits.merge(s.member->waits());
    result.aborts.merge(s.member->aborts());
    result.voluntary_switches += s.after.voluntary - s.before.voluntary;
    result.involuntary_switches += s.after.involuntary - s.before.involuntary;
  }
  const auto nanoseconds = [](clock::duration d) {
    return std::chrono::duration<double, std::nano>(std::max(d, clock::duration::zero())).count();
  };
  result.span_ns = nanoseconds(last_end - first_begin);
  result.window_ns = nanoseconds(first_end - last_begin);
  return result;
}

}  // namespace

template <class Supervise>
team_result thread_team::run(const body& task, Supervise supervise) const {
  gate gate;
  std::vector<seat> seats(_settings.threads);
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
        threads.emplace_back([&, i] { occupy(seats[i], gate, i, _settings, task); });
      }
    } catch (...) {  // no more threads to be had: those that wait at the gate go home
      gate.cancelled = true;
      open();
      throw;
    }
    while (gate.arrived.load() < threads.size()) {
      std::this_thread::yield();
    }
    gate.cancelled = std::ranges::any_of(seats, [](const seat& s) { return s.failure != nullptr; });
    open();
    if (!gate.cancelled) {
      supervise(gate.stop);
    }
  }
  for (const seat& s : seats) {
    if (s.failure) {
      std::rethrow_exception(s.failure);
    }
  }
  return collect(seats);
}

team_result thread_team::run_for(std::chrono::nanoseconds window, const body& task) const {
  return run(task, [window](std::atomic<bool>& stop) {
    std::this_thread::sleep_for(window);
    stop = true;
  });
}

team_result thread_team::run_to_end(const body& task) const {
  return run(task, [](const std::atomic<bool>& /*stop*/) {});
}

}  // namespace cqs::harness
