#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <checker/engine/execution.h>
#include <checker/engine/strategy.h>

namespace cqs::check {

/// A point where a schedule departs from the default schedule. In the default schedule, a thread runs until
/// it blocks or ends; then the first runnable thread continues. A departure is numbered by the decisions of
/// its own thread, so it keeps its meaning when an earlier departure is removed.
struct departure {
  thread_id current = 0;
  /// The number of decisions at which it was that thread's turn.
  std::uint32_t decision = 0;
  step taken;
};

/// A strategy that follows departures and records those that it took.
class departures final : public strategy {
 public:
  /// Returns the departures of a given schedule.
  static departures of(schedule steps) {
    departures result;
    result._steps = std::move(steps);
    return result;
  }
  static departures along(std::vector<departure> wanted) {
    departures result;
    result._wanted = std::move(wanted);
    return result;
  }

  step choose(const execution& now) override;
  bool next() override { return false; }

  const std::vector<departure>& taken() const noexcept { return _taken; }

 private:
  departures() = default;
  step wanted(const execution& now, const departure& here) const noexcept;

  schedule _steps;
  std::vector<departure> _wanted;
  std::vector<departure> _taken;
  std::array<std::uint32_t, max_threads> _decisions{};
  choice_list _choices;
};

}  // namespace cqs::check
