#pragma once

#include <string>
#include <vector>

#include "harness/analysis/pair_ratio.h"
#include "harness/record/results.h"

namespace cqs::plots {

/// How one of ours did against the peers of an experiment.
struct verdict {
  struct peer {
    std::string name;
    bool fair;
    harness::pair_ratio times;  ///< the peer's over ours

    bool ours_is_faster() const noexcept { return times.ours_is_faster(); }
    bool ours_is_slower() const noexcept { return times.ours_is_slower(); }
  };

  std::string subject;  ///< the experiment, and the kind of primitive if it has several
  std::string experiment;
  std::string ours;
  bool ours_is_fair;
  std::vector<peer> peers;  ///< the fastest first; never empty

  /// Of those that are first come, first served if ours is; nothing if there is none.
  const peer* fastest_as_fair() const;
};

/// One for each experiment and kind of primitive that has one of ours and a peer. Ours is the reference of the
/// experiment's figure, not the one that did best.
std::vector<verdict> verdicts(const harness::results& results);

}  // namespace cqs::plots
