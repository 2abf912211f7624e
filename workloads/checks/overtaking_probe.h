#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "baselines/concepts/description.h"
#include "harness/record/sample.h"
#include "workloads/checks/fifo_probe.h"

namespace cqs::workloads {

namespace overtaking_probe {

inline constexpr int rounds = 4;
inline constexpr std::uint64_t enough = 10'000;  ///< the holder then lets the waiter in

/// How often the holder of a section enters again before a thread that waits; nothing if it is uncertain that the
/// thread waits.
template <class WaitingThread>
std::optional<std::uint64_t> one_round(const enter_function& enter) {
  bool served = false;  // changed only inside the section
  bool certain = false;
  std::uint64_t overtakings = 0;
  std::unique_ptr<WaitingThread> waiter;
  enter([&] {
    waiter = std::make_unique<WaitingThread>([&] { enter([&] { served = true; }); });
    certain = waiter->stands_in_queue();
  });
  for (bool over = false; !over;) {
    enter([&] {
      overtakings += served ? 0 : 1;
      over = served || overtakings == enough;
    });
  }
  waiter.reset();
  return certain ? std::optional(overtakings) : std::nullopt;
}

}  // namespace overtaking_probe

/// Sets `overtakings`: how often a thread that certainly waits is overtaken by a holder that enters again and again,
/// at most. More than the implementation declares is a violated invariant.
template <class WaitingThread = harness::waiting_thread>
void probe_overtaking(harness::sample& sample, const baselines::description& about,
                      const enter_function& enter) {
  std::optional<std::uint64_t> most;
  for (int round = 0; round < overtaking_probe::rounds; ++round) {
    most = std::max(most, overtaking_probe::one_round<WaitingThread>(enter));
  }
  if (!most) {
    return;
  }
  sample.set("overtakings", static_cast<double>(*most));
  if (*most > about.most_overtakings) {
    sample.fail(
        fmt::format("a waiter was overtaken {} times, and {} are allowed", *most, about.most_overtakings));
  }
}

}  // namespace cqs::workloads
