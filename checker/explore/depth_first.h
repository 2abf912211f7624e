#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <checker/engine/execution.h>
#include <checker/engine/strategy.h>
#include <checker/explore/state_cache.h>

namespace cqs::check {

/// Every schedule within the preemption bound and the other budgets.
///
/// The reduction: two prefixes of executions that differ only in the order of independent steps lead to the
/// same state, and what follows a state is explored once. States are told apart by the partial order of
/// their events (which message each load read, which each store follows), the thread that runs and the
/// budgets spent; a state is explored again if it is reached with fewer preemptions. So the reduction keeps
/// the bound exactly: every execution within it has an explored equivalent within it. (Happens-before state
/// caching, as in CHESS; sleep sets would lose executions whose cheapest order was put to sleep.)
class depth_first final : public strategy {
 public:
  explicit depth_first(const settings& settings) : _bound(settings.bound), _reduction(settings.reduction) {}

  step choose(const execution& now) override;
  bool next() override;

  std::size_t states() const noexcept { return _cache.size(); }

 private:
  /// A point of the current schedule where other steps are still to be taken.
  struct fork {
    std::size_t depth;
    /// Its alternatives are those from here to the end of the list.
    std::size_t first;
  };

  struct alternative {
    step what;
    /// Of the execution once it has been taken.
    std::uint32_t preemptions;
    std::uint64_t key;
  };

  bool known(const alternative& candidate) const noexcept;

  std::uint32_t _bound;
  bool _reduction;
  state_cache _cache;
  schedule _schedule;
  /// How much of the schedule this execution has followed.
  std::size_t _depth = 0;
  /// The next step not in the schedule is the first after one of the alternatives.
  bool _entering = false;
  std::vector<fork> _forks;
  std::vector<alternative> _alternatives;
  choice_list _choices;
};

}  // namespace cqs::check
