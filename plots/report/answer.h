#pragma once

#include <string>
#include <vector>

#include "harness/analysis/pair_ratio.h"
#include "harness/record/results.h"

namespace cqs::plots {

/// The result of one of our implementations against the peers in an experiment.
struct verdict {
  struct peer {
    std::string name;
    bool fair;
    harness::pair_ratio times;  ///< the peer's time over ours

    bool ours_is_faster() const noexcept { return times.ours_is_faster(); }
    bool ours_is_slower() const noexcept { return times.ours_is_slower(); }
  };

  std::string subject;  ///< the experiment, and the kind of primitive if there are several
  std::string experiment;
  std::string ours;
  bool ours_is_fair;
  std::vector<peer> peers;  ///< fastest first; never empty

  /// Returns the fastest peer. If ours is FIFO, only FIFO peers count; nothing if there is none.
  const peer* fastest_as_fair() const;
};

/// Returns one answer for each experiment and kind of primitive with one of ours and a peer. Ours is the
/// reference of the experiment's figure, not our best result.
std::vector<verdict> verdicts(const harness::results& results);

}  // namespace cqs::plots
