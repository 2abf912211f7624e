#include "plots/collect/figure.h"

#include <algorithm>

namespace cqs::plots {

std::size_t figure::points_with_modes() const {
  std::size_t count = 0;
  for (const panel& p : panels) {
    for (const auto& s : p.series) {
      count += static_cast<std::size_t>(std::ranges::count_if(s.points, &point::has_modes));
    }
  }
  return count;
}

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
