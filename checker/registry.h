#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <checker/allocator.h>
#include <checker/journal.h>
#include <checker/scenario.h>

namespace cqs::check {

/// The scenarios of a program, by name. Filled before `main`.
class registry {
 public:
  static registry& all();

  /// Throws `std::invalid_argument` if the name is taken.
  void add(std::unique_ptr<scenario> added);

  /// Null if there is none.
  const scenario* find(std::string_view name) const noexcept;
  /// The name that `name` was probably meant to be; empty if there are no scenarios.
  std::string nearest(std::string_view name) const;

  /// Sorted by name.
  std::vector<const scenario*> sorted() const;

 private:
  std::vector<std::unique_ptr<scenario>> _scenarios;
};

/// Adds a scenario, to be completed at once: `add_scenario<world>("name", "…").thread(…).thread(…);`
template <class World>
scenario_of<World>& add_scenario(std::string name, std::string description) {
  auto added = std::make_unique<scenario_of<World>>(std::move(name), std::move(description));
  scenario_of<World>& reference = *added;
  registry::all().add(std::move(added));
  return reference;
}

}  // namespace cqs::check
