#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/record/cell.h"
#include "harness/sweep/plan.h"

namespace cqs::harness {

/// A part of a sweep that a node takes as a whole: the cells that are compared with each other, which are those of
/// an experiment at a point of its grid, for all numbers of threads, interleaved. Which those numbers are depends on
/// the node. An implementation that is skipped has no point, so every chunk of its experiment reports it.
struct chunk {
  std::string experiment;
  std::vector<parameter> point;  ///< empty: the experiment has no axes, or all that is left of it is skipped
  std::string implementation = {};  ///< empty: all

  /// As the name of a cell begins.
  std::string name() const;

  /// The filter, with this chunk alone left of what it lets through.
  plan_filter narrow(plan_filter filter) const;

  bool contains(const planned_sample& sample) const;

  nlohmann::ordered_json to_json() const;
  static chunk from_json(const nlohmann::json& json);

  bool operator==(const chunk&) const = default;
};

/// What a chunk is.
enum class chunking : unsigned char {
  by_point,           ///< what is compared stays together: of measurements
  by_implementation,  ///< as small as can be: of simulations, which are the same wherever they run
};

/// Each measured sample of the plan is in exactly one of them, each skipped one in at least one; in the order of the
/// plan.
std::vector<chunk> chunks_of(const std::vector<planned_sample>& plan,
                             const std::vector<experiment>& experiments, chunking how);

}  // namespace cqs::harness
