#include "plots/report/losses.h"

#include <algorithm>
#include <map>
#include <set>

namespace cqs::plots {

namespace {

bool is_lost(const harness::pair_ratio::point& point, bool simulated) {
  return point.bounds ? point.bounds->high < 1 : simulated && point.ratio < 1;
}

void keep_greater(std::map<std::string, loss>& of_cells, const loss& found) {
  const auto [place, is_new] = of_cells.emplace(found.ours.name(), found);
  if (!is_new && found.ratio < place->second.ratio) {
    place->second = found;
  }
}

}  // namespace

std::vector<loss> losses_of(const std::vector<verdict>& verdicts) {
  std::map<std::string, loss> to_all;
  std::map<std::string, loss> to_fair;
  for (const verdict& v : verdicts) {
    for (const auto& peer : v.peers) {
      for (const auto& point : peer.times.points) {
        if (!is_lost(point, peer.times.simulated)) {
          continue;
        }
        const loss found{point.ours, peer.name, peer.fair, point.ratio, point.bounds, point.has_modes};
        keep_greater(to_all, found);
        if (peer.fair && v.ours_is_fair) {
          keep_greater(to_fair, found);
        }
      }
    }
  }
  std::vector<loss> all;
  for (const auto& [cell, found] : to_all) {
    all.push_back(found);
    const auto fair = to_fair.find(cell);
    if (fair != to_fair.end() && fair->second.peer != found.peer) {
      all.push_back(fair->second);
    }
  }
  std::ranges::stable_sort(all, {}, &loss::ratio);
  return all;
}

std::size_t cells_with_peers(const std::vector<verdict>& verdicts) {
  std::set<std::string> cells;
  for (const verdict& v : verdicts) {
    for (const auto& peer : v.peers) {
      for (const auto& point : peer.times.points) {
        cells.insert(point.ours.name());
      }
    }
  }
  return cells.size();
}

}  // namespace cqs::plots
