#include "plots/collect/figure.h"

#include <algorithm>

namespace cqs::plots {

bool figure::simulated() const {
  return !simulated_on.empty() || std::ranges::any_of(legend(), &series::simulated);
}

std::vector<figure::series> figure::legend() const {
  std::vector<series> all;
  for (const panel& p : panels) {
    for (const series& s : p.series) {
      if (std::ranges::find(all, s.label(), &series::label) == all.end()) {
        all.push_back({s.implementation, s.fair, s.simulated_on, {}});
      }
    }
  }
  return all;
}

}  // namespace cqs::plots
