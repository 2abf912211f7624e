#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/claim.h"
#include "harness/record/results.h"

namespace cqs::harness {

/// What results say about a claim and one peer, in words.
struct claim_finding {
  std::string ratio;
  std::string verdict;
  std::string where;
};

/// What a simulated and a measured run say about a claim and one peer; nothing where a run lacks a side of the ratio.
struct claim_comparison {
  const harness::claim* claim;
  std::string peer;  ///< empty: neither run has one
  std::optional<claim_finding> simulated;
  std::optional<claim_finding> measured;

  /// The ratio in the words of the paper.
  std::string paper() const;
};

/// At least one for each claim of the paper, in their order.
std::vector<claim_comparison> compare_claims(const results& simulated, const results& measured);

/// The paper's headline ratios, as a table beside ours.
std::string paper_claims(const results& results);

/// The same with the paper's own words, simulated and measured ratios side by side, and a verdict for each.
std::string paper_claims(const results& simulated, const results& measured);

}  // namespace cqs::harness
