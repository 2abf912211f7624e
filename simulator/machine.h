#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulator/engine/core_set.h"
#include "simulator/engine/costs.h"
#include "simulator/engine/distance.h"
#include "simulator/engine/idle_state.h"
#include "simulator/published_value.h"
#include "support/topology/topology.h"

namespace cqs::simulator {

/// A simulated machine: its topology, in hwloc's terms, and the costs of its operations. One file describes a
/// machine:
///
///     {
///       "description": "…",
///       "topology": "pack:4 l3:1 core:18 pu:2",         hwloc's notation, or "file.xml" beside this file
///       "idle_states": [{ "name": "C1", "from": 2000, "exit": 2000, "source": "…" }, …],      nanoseconds
///       "published": [{ "what": "…", "ns": 47, "tolerance": 1.5, "source": "…" }, …],      see published_value.h
///       "costs_ns": { "rmw": [6.7, "where the number is from"], … }
///     }
class machine {
 public:
  /// Loads a built-in machine by name, or a file. Throws `support::user_error` with the nearest name.
  static machine load(const std::string& name_or_file);

  /// Throws `support::user_error` for an unknown, missing or invalid entry. `folder` contains the files that
  /// the text names.
  static machine parse(const std::string& name, std::string_view text, const std::string& folder = ".");

  static std::vector<std::string> built_in();

  const std::string& name() const noexcept { return _name; }
  const std::string& description() const noexcept { return _description; }
  /// The text of the whole file.
  const std::string& text() const noexcept { return _text; }
  const support::topology& topology() const noexcept { return _topology; }
  const simulator::costs& costs() const noexcept { return _costs; }
  const std::vector<published_value>& published() const noexcept { return _published; }
  /// The time to leave the idle state of a processor that has slept for so long.
  picoseconds idle_exit(picoseconds slept) const noexcept;

  struct processor {
    unsigned os_index;
    unsigned core;
  };
  /// The hardware threads, ordered by proximity.
  const std::vector<processor>& processors() const noexcept { return _processors; }
  std::size_t cores() const noexcept { return _same_cache.size(); }
  unsigned package_of(unsigned core) const noexcept { return _packages[core]; }

  /// The distance to the nearest of these cores.
  distance nearest(unsigned core, const core_set& holders) const noexcept {
    if (holders[core]) {
      return distance::own;
    }
    if ((holders & _same_cache[core]).any()) {
      return distance::same_cache;
    }
    if ((holders & _same_package[core]).any()) {
      return distance::same_package;
    }
    return holders.any() ? distance::other_package : distance::memory;
  }
  /// The distance to the farthest of these cores.
  distance farthest(unsigned core, const core_set& holders) const noexcept;

  picoseconds transfer(distance d) const noexcept { return _transfers[static_cast<std::size_t>(d)]; }

 private:
  machine(support::topology topology, const simulator::costs& costs);

  std::string _name;
  std::string _description;
  std::string _text;
  support::topology _topology;
  simulator::costs _costs;
  std::vector<published_value> _published;
  std::vector<idle_state> _idle_states;  ///< from the shallowest to the deepest
  std::vector<processor> _processors;
  std::vector<unsigned> _packages;  ///< of the cores
  std::vector<core_set> _same_cache;
  std::vector<core_set> _same_package;
  std::array<picoseconds, distances> _transfers{};
};

}  // namespace cqs::simulator
