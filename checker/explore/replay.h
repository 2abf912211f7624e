#pragma once

#include <cstddef>
#include <utility>

#include <checker/engine/execution.h>
#include <checker/engine/strategy.h>

namespace cqs::check {

/// A strategy that follows a given schedule. After its end, it takes the first choice at every step.
class replay final : public strategy {
 public:
  explicit replay(schedule steps) : _steps(std::move(steps)) {}

  step choose(const execution& now) override {
    if (now.steps() < _steps.size()) {
      return _steps[now.steps()];
    }
    now.list_choices(_choices);
    return _choices[0].what;
  }
  bool next() override { return false; }

 private:
  schedule _steps;
  choice_list _choices;
};

}  // namespace cqs::check
