#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "harness/record/results.h"
#include "harness/sweep/cluster/cluster_sweep.h"
#include "harness/sweep/sweep.h"
#include "harness/tool/command.h"
#include "harness/tool/selection.h"
#include "support/error.h"
#include "support/text.h"

namespace cqs::harness {

namespace {

class sweep_command final : public command {
 public:
  sweep_command(CLI::App& tool, const catalogue& catalogue)
      : command(tool, "sweep", "Measures a whole profile, each sample in a process of its own"),
        _selection(catalogue, options(), "quick") {
    options().add_option("--placement", _placements, "placements (overrides the profile)");
    options().add_option("--processes", _processes, "samples per cell (overrides the profile)");
    options().add_option("--sample-ms", _sample_ms, "milliseconds per sample (overrides the profile)");
    options().add_option("--output", _request.output,
                         "folder of the results (default: <root>/<date>-<host>)");
    options()
        .add_option("--results-root", _request.results_root, "parent of the default folder")
        ->capture_default_str();
    options().add_option("--seed", _request.seed, "seed of the order and of the random work");
    auto* const resume = options().add_option("--resume", _request.resume,
                                              "continue the sweep in this folder, with its own options");
    for (const char* other : {"--machine", "--profile", "--experiment", "--impl", "--threads", "--placement",
                              "--processes", "--sample-ms", "--output", "--seed"}) {
      resume->excludes(options().get_option(other));
    }
    options().add_flag("--force", _request.force, "resume although the machine or the code differs");
    options().add_flag("--dry-run", _request.dry_run,
                       "print the number of cells and the estimated time only");
    options().add_flag("--print-profile", _print_profile, "print the profile, as a start for your own");
    options().add_option("--list-results", _list, "write the results directories to this file, one per line");
    add_cluster_options();
  }

  int run() override {
    _selection.load_machine(machine());
    if (_print_profile) {
      std::cout << _selection.profile().text();
      return 0;
    }
    _request.profile = _selection.profile_name();
    _request.filter = filter();
    _request.simulated_on = _selection.simulated_on();
    _request.machine_text = _selection.machine_text();
    const support::topology topology = _selection.topology();
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    if (_slurm || !_attach.empty() || !_cluster_folder.empty() ||
        (!_request.resume.empty() && cluster_plan::is_in(_request.resume))) {
      cluster_sweep cluster(_selection.experiments(), topology, program);
      const int code = run_on(cluster);
      list_results(cluster.directories());
      return code;
    }
    sweep here(_selection.experiments(), topology, program);
    const int code = here.run(_request);
    list_results(here.directories());
    return code;
  }

 private:
  void add_cluster_options() {
    const char* const group = "On a cluster";
    auto* const slurm = options().add_flag("--slurm", _slurm, "run as a Slurm array job, one node per task");
    slurm->group(group);
    const auto of_slurm = [&](CLI::Option* option) { return option->group(group)->needs(slurm); };
    of_slurm(options().add_option("--partition", _cluster.requirements.partition,
                                  "partition of the cluster (default: the cluster's own)"));
    of_slurm(options().add_option("--constraint", _cluster.requirements.constraint,
                                  "features that the nodes must have"));
    of_slurm(
        options().add_option("--nodes", _cluster.requirements.nodes, "maximum number of nodes at a time"))
        ->check(CLI::PositiveNumber);
    of_slurm(options().add_option("--tool-command", _cluster.tool_command,
                                  "command that prints, on a node, the path of the cqs-bench to use there "
                                  "(default: this one)"));
    options().add_flag("--detach", _cluster.detach, "submit, and do not wait")->group(group);
    auto* const attach =
        options().add_option("--attach", _attach, "watch the sweep in this folder, and merge its results");
    attach->group(group)->excludes(slurm)->excludes("--resume");
    // How a task of the array job calls this tool.
    auto* const of = options().add_option("--of", _cluster_folder)->group("");
    options().add_option("--chunk", _chunk)->group("")->needs(of);
  }

  /// The machine to simulate. A sweep that is resumed keeps its own.
  std::string machine() const {
    const auto& folder = _cluster_folder.empty() ? _request.resume : _cluster_folder;
    if (!folder.empty() && cluster_plan::is_in(folder)) {
      return cluster_plan::load(folder).simulated_on;
    }
    return _request.resume.empty() ? _selection.simulated_on()
                                   : results::read(_request.resume).simulated_on();
  }

  plan_filter filter() const {
    plan_filter result = _selection.filter();
    result.placements = _placements;
    const auto number = [](const std::string& text, const char* what, std::int64_t greatest) {
      return text.empty() ? 0U : static_cast<unsigned>(support::parse_number(text, what, 1, greatest));
    };
    result.processes = number(_processes, "--processes", 1000);
    result.sample_ms = number(_sample_ms, "--sample-ms", 3'600'000);
    return result;
  }

  int run_on(cluster_sweep& cluster) {
    if (!_cluster_folder.empty()) {
      return cluster.take(_cluster_folder, _chunk, _request.machine_text);
    }
    if (!_attach.empty()) {
      return cluster.attach(_attach);
    }
    _cluster.sweep = _request;
    return _request.resume.empty() ? cluster.begin(_cluster) : cluster.resume(_cluster);
  }

  void list_results(const std::vector<std::filesystem::path>& directories) const {
    if (_list.empty()) {
      return;
    }
    std::ofstream file(_list);
    for (const auto& directory : directories) {
      file << directory.string() << '\n';
    }
    if (!file.flush()) {
      throw support::user_error(fmt::format("{} cannot be written", _list.string()));
    }
  }

  selection _selection;
  sweep_request _request;
  std::vector<std::string> _placements;
  std::string _processes;
  std::string _sample_ms;
  bool _print_profile = false;
  std::filesystem::path _list;
  cluster_request _cluster;
  bool _slurm = false;
  std::filesystem::path _attach;
  std::filesystem::path _cluster_folder;
  std::size_t _chunk = 0;
};

}  // namespace

std::unique_ptr<command> make_sweep_command(CLI::App& tool, const catalogue& catalogue) {
  return std::make_unique<sweep_command>(tool, catalogue);
}

}  // namespace cqs::harness
