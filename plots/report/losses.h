#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/statistics.h"
#include "harness/record/cell.h"
#include "plots/report/answer.h"

namespace cqs::plots {

/// A cell of ours that a peer completes in less time, beyond doubt. A mean over cells hides them.
struct loss {
  harness::cell ours;
  std::string peer;
  bool peer_is_fair;
  double ratio;                             ///< the peer's time over ours: below 1
  std::optional<harness::interval> bounds;  ///< none of a simulated cell, which is exact
  bool has_modes;
};

/// In each cell the fastest peer, and the fastest that is as fair as ours if that is another one. The greatest losses come
/// first.
std::vector<loss> losses_of(const std::vector<verdict>& verdicts);

/// The number of cells of ours that have a peer.
std::size_t cells_with_peers(const std::vector<verdict>& verdicts);

}  // namespace cqs::plots
