#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <checker/engine/execution.h>
#include <checker/engine/strategy.h>
#include <checker/explore/state_cache.h>

namespace cqs::check {

/// A strategy that explores every schedule within the preemption bound and the other limits.
///
/// The reduction: two prefixes that differ only in the order of independent steps lead to the same state. The
/// continuation of a state is explored once. A state consists of the partial order of its events, the running
/// thread and the budgets spent. The partial order contains the message that each load read and that each
/// store follows. A state reached again with fewer preemptions is explored again. So the reduction is exact:
/// every execution within the bound has an explored equivalent within the bound. (This is happens-before
/// state caching, as in CHESS. Sleep sets would lose executions whose cheapest order was put to sleep.)
class depth_first final : public strategy {
 public:
  explicit depth_first(const settings& settings) : _bound(settings.bound), _reduction(settings.reduction) {}

  step choose(const execution& now) override;
  bool next() override;

  std::size_t states() const noexcept { return _cache.size(); }

 private:
  /// A point of the current schedule with unexplored alternatives.
  struct fork {
    std::size_t depth;
    /// The alternatives are the entries from this index to the end of the list.
    std::size_t first;
  };

  struct alternative {
    step what;
    /// The state of the execution after the step.
    std::uint32_t preemptions;
    std::uint64_t key;
  };

  bool known(const alternative& candidate) const noexcept;

  std::uint32_t _bound;
  bool _reduction;
  state_cache _cache;
  schedule _schedule;
  /// The number of steps of the schedule that this execution has followed.
  std::size_t _depth = 0;
  /// The next step is the first one after an alternative.
  bool _entering = false;
  std::vector<fork> _forks;
  std::vector<alternative> _alternatives;
  choice_list _choices;
};

}  // namespace cqs::check
