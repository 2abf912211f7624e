#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "harness/tool/tool.h"

namespace cqs::harness {

/// A command of `cqs-bench`: its options, and what it does.
class command {
 public:
  command(CLI::App& tool, const std::string& name, const std::string& summary)
      : _options(*tool.add_subcommand(name, summary)) {}
  command(const command&) = delete;
  command& operator=(const command&) = delete;
  virtual ~command() = default;

  const std::string& name() const { return _options.get_name(); }
  bool chosen() const { return _options.parsed(); }

  /// The exit code of the tool. Throws `user_error`.
  virtual int run() = 0;

 protected:
  CLI::App& options() { return _options; }

 private:
  CLI::App& _options;
};

// One file each.
std::unique_ptr<command> make_list_command(CLI::App& tool, const catalogue& catalogue);
std::unique_ptr<command> make_run_command(CLI::App& tool, const catalogue& catalogue);
std::unique_ptr<command> make_sample_command(CLI::App& tool, const catalogue& catalogue);
std::unique_ptr<command> make_sweep_command(CLI::App& tool, const catalogue& catalogue);
std::unique_ptr<command> make_claims_command(CLI::App& tool);
std::unique_ptr<command> make_compare_command(CLI::App& tool);
std::unique_ptr<command> make_export_command(CLI::App& tool);
std::unique_ptr<command> make_topology_command(CLI::App& tool);
std::unique_ptr<command> make_machines_command(CLI::App& tool, const catalogue& catalogue);

}  // namespace cqs::harness
