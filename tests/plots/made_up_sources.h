#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plots/collect/source.h"
#include "tests/harness/record/made_up_results.h"

namespace cqs::plots {

/// One source with the rows that `fill` adds.
template <class Fill>
source made_up_source(Fill fill, const std::string& label = "here") {
  harness::made_up_results made_up;
  fill(made_up);
  return {label, made_up.get()};
}

template <class... Sources>
std::vector<source> sources_of(Sources... each) {
  std::vector<source> all;
  (all.push_back(std::move(each)), ...);
  return all;
}

}  // namespace cqs::plots
