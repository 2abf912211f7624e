#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "harness/experiment/simulated_machine.h"
#include "harness/sweep/plan.h"
#include "harness/sweep/profile.h"
#include "harness/tool/tool.h"

namespace cqs::harness {

/// The options by which a command chooses cells: --machine, --profile, --experiment, --impl, --threads.
class selection {
 public:
  selection(const catalogue& catalogue, CLI::App& options, std::string default_profile);

  /// Loads the machine to simulate, if one is chosen. Call before the members below. Throws `user_error`.
  void load_machine() { load_machine(_machine); }
  void load_machine(const std::string& name_or_file);

  const std::vector<experiment>& experiments() const;
  support::topology topology() const;
  const std::string& profile_name() const noexcept { return _profile; }
  harness::profile profile() const { return profile::load(_profile, experiments()); }
  plan_filter filter() const;

  /// The machine to simulate; empty: this one is measured.
  const std::string& simulated_on() const noexcept { return _machine; }
  /// The file of that machine.
  std::string machine_text() const { return _simulated ? _simulated->text : std::string(); }

  std::vector<planned_sample> every_cell_once(const support::topology& topology) const;

 private:
  const catalogue& _catalogue;
  std::string _profile;
  std::string _machine;
  std::optional<simulated_machine> _simulated;
  plan_filter _filter;
  std::vector<std::string> _threads;
};

}  // namespace cqs::harness
