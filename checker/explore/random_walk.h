#pragma once

#include <cstdint>

#include <checker/engine/execution.h>
#include <checker/engine/strategy.h>
#include <checker/explore/random.h>

namespace cqs::check {

/// A strategy that chooses at every step among the runnable threads with equal probability.
class random_walk final : public strategy {
 public:
  explicit random_walk(std::uint64_t seed) : _random(seed) {}

  step choose(const execution& now) override {
    now.list_choices(_choices);
    return _choices[_random.below(_choices.size())].what;
  }
  bool next() override { return true; }

 private:
  random _random;
  choice_list _choices;
};

}  // namespace cqs::check
