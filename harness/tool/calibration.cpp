#include "harness/tool/calibration.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include <cqs/platform/native.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/machine/pinning.h"
#include "harness/machine/placement.h"
#include "harness/team/geometric_work.h"
#include "simulator/machine.h"
#include "support/topology/topology.h"

namespace cqs::simulator {

namespace {

using steady = std::chrono::steady_clock;

struct alignas(128) word {
  std::atomic<std::uint32_t> value{0};
};

double since(steady::time_point begin) {
  return std::chrono::duration<double, std::nano>(steady::now() - begin).count();
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

/// The median time of one step, of runs short enough to fit between two interrupts.
template <class Step>
double time_of(int steps, Step step) {
  std::vector<double> times;
  for (int run = 0; run < 101; ++run) {
    const auto begin = steady::now();
    for (int i = 0; i < steps; ++i) {
      step();
    }
    times.push_back(since(begin) / steps);
  }
  return median(std::move(times));
}

/// A thread that answers on another processor, until it is told to stop.
class partner {
 public:
  partner(unsigned cpu, const std::function<void(std::uint32_t)>& answer)
      : _thread([this, cpu, &answer] {
          harness::pin_this_thread(cpu);
          for (std::uint32_t turn = 1; !_stop.load(); turn += 2) {
            answer(turn);
          }
        }) {}
  partner(const partner&) = delete;
  partner& operator=(const partner&) = delete;
  void stop() { _stop = true; }

 private:
  std::atomic<bool> _stop{false};
  std::jthread _thread;
};

/// A line between two processors. In a round it is taken four times: each of the two takes it away from the other
/// to write, and the other gets a copy back to read.
double line_transfer(unsigned other) {
  constexpr std::uint32_t rounds = 200;
  word ball;
  const std::function<void(std::uint32_t)> answer = [&](std::uint32_t turn) {
    while (ball.value.load() == turn - 1) {
    }
    ball.value.store(turn + 1);
  };
  std::vector<double> times;
  partner there(other, answer);
  std::uint32_t turn = 0;
  for (int run = 0; run < 201; ++run) {
    const auto begin = steady::now();
    for (std::uint32_t i = 0; i < rounds; ++i, turn += 2) {
      ball.value.store(turn + 1);
      while (ball.value.load() == turn + 1) {
      }
    }
    times.push_back(since(begin) / (4 * rounds));
  }
  there.stop();
  ball.value.store(turn + 1);
  return median(std::move(times));
}

/// Two threads that wake each other by futexes: the time of one hand-over.
double futex_hand_over(unsigned other) {
  word ball;
  const auto await = [&](std::uint32_t seen) {
    while (ball.value.load() == seen) {
      native::futex_wait(ball.value, seen);
    }
  };
  const auto pass = [&](std::uint32_t turn) {
    ball.value.store(turn);
    native::futex_wake_one(&ball.value);
  };
  const std::function<void(std::uint32_t)> answer = [&](std::uint32_t turn) {
    await(turn - 1);
    pass(turn + 1);
  };
  std::vector<double> times;
  partner there(other, answer);
  std::uint32_t turn = 0;
  for (int run = 0; run < 2001; ++run, turn += 2) {
    const auto begin = steady::now();
    pass(turn + 1);
    await(turn + 1);
    times.push_back(since(begin) / 2);
  }
  there.stop();
  pass(turn + 1);
  return median(std::move(times));
}

/// A wake-up of a thread that has slept on another processor.
struct wake_up {
  double call;     ///< the time of the waker's call
  double latency;  ///< from the call until the woken thread runs
};

/// The median wake-up of a thread that has slept for at least this time.
wake_up wake_up_after(unsigned other, double slept_ns, int runs) {
  word ball;
  word about_to_sleep;
  std::atomic<double> woken{0};  // handed over with the ball
  const auto origin = steady::now();
  const std::function<void(std::uint32_t)> sleeper = [&](std::uint32_t turn) {
    about_to_sleep.value.store(turn);
    while (ball.value.load() == turn - 1) {
      native::futex_wait(ball.value, turn - 1);
    }
    woken = since(origin);
    ball.value.store(turn + 1);
  };
  std::vector<double> calls;
  std::vector<double> latencies;
  partner there(other, sleeper);
  std::uint32_t turn = 1;
  const auto wake = [&] {
    while (about_to_sleep.value.load() != turn) {
    }
    const auto asleep = steady::now();
    while (since(asleep) < slept_ns) {
    }
    const double before = since(origin);
    ball.value.store(turn);
    native::futex_wake_one(&ball.value);
    const double after = since(origin);
    while (ball.value.load() != turn + 1) {
    }
    calls.push_back(after - before);
    latencies.push_back(woken - before);
    turn += 2;
  };
  for (int run = 0; run < runs; ++run) {
    wake();
  }
  there.stop();
  wake();
  return {median(std::move(calls)), median(std::move(latencies))};
}

class file {
 public:
  explicit file(const std::string& base) : _json(nlohmann::ordered_json::parse(machine::load(base).text())) {}

  void set(const char* name, double value, std::string_view how) {
    _json["costs_ns"][name] = {std::round(value * 100) / 100,
                               fmt::format("measured on the machine: {}", how)};
  }
  double get(const char* name) const { return _json["costs_ns"][name][0]; }
  /// A state that processors reach after this time.
  void add_idle_state(double from, double exit) {
    _json["idle_states"].push_back(
        {{"name", fmt::format("after {:.0f} us", from / 1000)},
         {"from", from},
         {"exit", std::round(exit)},
         {"source", "measured on the machine: what a wake-up takes longer than after 5 us of sleep"}});
  }
  void forget_idle_states() { _json["idle_states"] = nlohmann::ordered_json::array(); }
  /// What others have published about the machine of `base` says nothing about this one.
  void forget_published() { _json["published"] = nlohmann::ordered_json::array(); }
  void set_top(const char* key, const std::string& text) { _json[key] = text; }
  std::string text() const { return _json.dump(2) + "\n"; }

 private:
  nlohmann::ordered_json _json;
};

/// What one thread finds out by itself.
void measure_alone(file& result) {
  word here;
  result.set("rmw", time_of(1000, [&] { here.value.fetch_add(1); }), "fetch_add on an own line");
  result.set("store", time_of(1000, [&] { here.value.store(1, std::memory_order_release); }),
             "stores to an own line");
  // Not one after the other: what surrounds a load that hits hides its latency.
  result.set("load_hit",
             time_of(1000,
                     [&] {
                       asm volatile("" : : "r"(here.value.load(std::memory_order_relaxed)) : "memory");
                     }),
             "independent loads of an own line");
  result.set("clock", time_of(1000, [] { steady::now(); }), "readings of the steady clock");
  result.set("pause", time_of(200, [] { native::pause(); }), "the instruction in a loop");
  result.set("work", harness::calibrate_work(1000) / 1000, "the work of the experiments, mean 1000");
  result.set("syscall", time_of(100, [&] { native::futex_wake_one(&here.value); }),
             "a futex call that wakes nobody");
  result.set("allocation",
             time_of(1000,
                     [] {
                       auto* const memory = new std::array<std::uint64_t, 8>;
                       asm volatile("" : : "r"(memory) : "memory");
                       delete memory;
                     }) /
                 2,
             "new or delete, half of both");
}

/// The waker's own time, and the latency by how long the other processor has slept.
void measure_wake_ups(file& result, unsigned here, unsigned other) {
  const std::string between = fmt::format("between processors {} and {}", here, other);
  const wake_up at_once = wake_up_after(other, 5'000, 1001);
  result.set("wake", std::max(100.0, at_once.call - result.get("syscall")),
             "the futex call of a waker, " + between + ", less that of a call that wakes nobody");
  result.set(
      "wake_latency", std::max(100.0, at_once.latency - result.get("syscall")),
      "from a waker's call until the other thread runs, after 5 us of sleep, less the call, " + between);
  result.forget_idle_states();
  double deepest = 0;
  for (const double slept : {50'000.0, 200'000.0, 1'000'000.0, 5'000'000.0}) {
    const double exit = wake_up_after(other, slept, 201).latency - at_once.latency;
    if (exit > deepest + 1000) {  // less than a microsecond is no state
      result.add_idle_state(slept, exit);
      deepest = exit;
    }
  }
}

}  // namespace

std::string calibrate(const std::string& base) {
  const auto topology = support::topology::of_this_machine();
  const auto cpus = harness::placement::parse("compact").place(topology, topology.processors().size());
  harness::pin_this_thread(cpus.front());
  file result(base);
  result.set_top("description", "calibrated: " + topology.summary());
  result.set_top("topology", topology.structure());
  result.forget_published();
  measure_alone(result);
  const double same_processor = futex_hand_over(cpus.front());
  // On one processor a hand-over is a call to wake, a call to sleep and the change of threads.
  result.set("context_switch",
             std::max(100.0, same_processor - 2 * result.get("syscall") - result.get("wake") / 2),
             "threads of one processor that wake each other, less their calls");
  for (const auto& p : topology.processors()) {
    const auto& first = *topology.find(cpus.front());
    const char* const name = p.core == first.core         ? nullptr
                             : p.cache == first.cache     ? "same_cache"
                             : p.package == first.package ? "same_package"
                                                          : "other_package";
    if (name != nullptr) {
      result.set(name, line_transfer(p.os_index),
                 fmt::format("a line between processors {} and {}", first.os_index, p.os_index));
      measure_wake_ups(result, first.os_index, p.os_index);
    }
  }
  return result.text();
}

}  // namespace cqs::simulator
