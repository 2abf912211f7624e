#include <checker/registry.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace cqs::check {

namespace {

/// The Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + static_cast<std::size_t>(a[i - 1] != b[j - 1]);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

registry& registry::all() {
  static registry instance;
  return instance;
}

void registry::add(std::unique_ptr<scenario> added) {
  if (find(added->name()) != nullptr) {
    throw std::invalid_argument("two scenarios are named " + added->name());
  }
  _scenarios.push_back(std::move(added));
}

const scenario* registry::find(std::string_view name) const noexcept {
  const auto found = std::find_if(_scenarios.begin(), _scenarios.end(),
                                  [&](const auto& each) { return each->name() == name; });
  return found == _scenarios.end() ? nullptr : found->get();
}

std::string registry::nearest(std::string_view name) const {
  const auto found = std::min_element(
      _scenarios.begin(), _scenarios.end(),
      [&](const auto& a, const auto& b) { return distance(a->name(), name) < distance(b->name(), name); });
  return found == _scenarios.end() ? std::string() : (*found)->name();
}

std::vector<const scenario*> registry::sorted() const {
  std::vector<const scenario*> result;
  for (const auto& each : _scenarios) {
    result.push_back(each.get());
  }
  std::sort(result.begin(), result.end(),
            [](const scenario* a, const scenario* b) { return a->name() < b->name(); });
  return result;
}

}  // namespace cqs::check
