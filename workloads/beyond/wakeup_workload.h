#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <vector>

#include <cqs/latch.h>

#include "baselines/adapters/standard.h"
#include "baselines/concepts/latch.h"
#include "baselines/cqs/variants.h"
#include "harness/analysis/statistics.h"
#include "harness/experiment/cell_run.h"
#include "harness/record/sample.h"

/// Many threads sleep until a latch opens.
namespace cqs::workloads {

/// The thread that opens the latch wakes all others.
template <platform Platform>
struct basic_latch_without_tree
    : baselines::standard_latch<basic_latch<options{.waiting = {.fan_out = 0}}, Platform>> {
  using base = baselines::standard_latch<basic_latch<options{.waiting = {.fan_out = 0}}, Platform>>;
  using base::base;
  static constexpr baselines::description about{"cqs.latch.one_waker", baselines::cqs_origin,
                                                baselines::waiting::parking};
};

/// One opening of a latch, in nanoseconds.
struct opening {
  double last_woken;  ///< from just before `count_down` until the last sleeper runs
  double returned;    ///< from there until `count_down` returns
};

template <class Latch, class Run>
opening open_for_sleepers(const Run& run) {
  using clock = typename Run::clock;
  using nanoseconds = std::chrono::duration<double, std::nano>;
  const auto sleepers = static_cast<std::size_t>(run.cell.number("waiters"));
  Latch latch(1);
  std::vector<typename clock::time_point> woken(sleepers);
  typename clock::time_point begin;
  typename clock::time_point returned;
  {
    std::deque<typename Run::waiting_thread> threads;
    for (std::size_t i = 0; i < sleepers; ++i) {
      threads.emplace_back([&, i] {
        latch.wait();
        woken[i] = clock::now();
      });
    }
    const bool all_sleep =
        std::ranges::all_of(threads, [](const auto& thread) { return thread.stands_in_queue(); });
    begin = clock::now();
    latch.count_down();
    returned = clock::now();
    if (!all_sleep) {
      threads.clear();
      throw std::runtime_error("a waiter does not fall asleep");
    }
  }
  const auto last = *std::ranges::max_element(woken);
  return {nanoseconds(last - begin).count(), nanoseconds(returned - begin).count()};
}

template <class Latch, class Run = harness::cell_run>
harness::sample measure_wakeup(const Run& run) {
  using clock = typename Run::clock;
  constexpr std::size_t least_rounds = 3;
  std::vector<double> last_woken;
  std::vector<double> returned;
  const auto end = clock::now() + run.window;
  while (last_woken.size() < least_rounds || clock::now() < end) {
    const opening one = open_for_sleepers<Latch>(run);
    last_woken.push_back(one.last_woken);
    returned.push_back(one.returned);
  }
  harness::sample sample;
  sample.set("ops", static_cast<double>(last_woken.size()));
  sample.ns_per_op = harness::median(std::move(last_woken));
  sample.set("opening_ns", harness::median(std::move(returned)));
  return sample;
}

}  // namespace cqs::workloads
