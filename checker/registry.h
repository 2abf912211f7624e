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

/// The scenarios of a program, by name. Static initializers fill it before `main`.
class registry {
 public:
  static registry& all();

  /// Throws `std::invalid_argument` if the name exists already.
  void add(std::unique_ptr<scenario> added);

  /// Returns null if there is no such scenario.
  const scenario* find(std::string_view name) const noexcept;
  /// Returns the most similar name; empty if there are no scenarios.
  std::string nearest(std::string_view name) const;

  /// Returns the scenarios sorted by name.
  std::vector<const scenario*> sorted() const;

 private:
  std::vector<std::unique_ptr<scenario>> _scenarios;
};

/// Registers a scenario. The caller completes it at once: `add_scenario<world>("name",
/// "…").thread(…).thread(…);`
template <class World>
scenario_of<World>& add_scenario(std::string name, std::string description) {
  auto added = std::make_unique<scenario_of<World>>(std::move(name), std::move(description));
  scenario_of<World>& reference = *added;
  registry::all().add(std::move(added));
  return reference;
}

}  // namespace cqs::check
