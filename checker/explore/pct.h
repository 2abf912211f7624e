#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <checker/engine/execution.h>
#include <checker/engine/strategy.h>
#include <checker/explore/random.h>

namespace cqs::check {

/// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010). Threads have random priorities. At
/// `depth - 1` random steps, the running thread gets the lowest priority. An execution finds a bug of `depth`
/// ordering constraints with probability at least 1 / (threads * steps^(depth - 1)).
class pct final : public strategy {
 public:
  pct(std::uint64_t seed, std::uint32_t depth) : _random(seed), _changes(depth > 0 ? depth - 1 : 0) {}

  void begin(const execution& now) override;
  step choose(const execution& now) override;
  bool next() override { return true; }

 private:
  random _random;
  choice_list _choices;
  /// The highest priority runs first. A negative priority has been lowered.
  std::array<std::int32_t, max_threads> _priority{};
  std::int32_t _lowest = 0;
  std::vector<std::uint32_t> _changes;
  /// The length of the longest execution so far: the range of the change points.
  std::uint32_t _longest = 1;
};

}  // namespace cqs::check
