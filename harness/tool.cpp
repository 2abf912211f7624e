#include "harness/tool.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "harness/benchmark_runner.h"
#include "harness/cluster/cluster_sweep.h"
#include "harness/compare.h"
#include "harness/error.h"
#include "harness/nearest_name.h"
#include "harness/placement.h"
#include "harness/plan.h"
#include "harness/results.h"
#include "harness/sweep.h"

namespace cqs::harness {

namespace {

class tool {
 public:
  explicit tool(const catalogue& catalogue) : _catalogue(catalogue) {
    _app.require_subcommand(1);
    _app.footer("Docs: docs/experiments.md");
    add_list();
    add_run();
    add_sweep();
    add_compare();
    add_topology();
    if (_catalogue.simulate) {
      add_machines();
    }
  }

  int run(int argc, char** argv) {
    std::vector<std::string> commands{"list", "run", "sweep", "compare", "topology"};
    if (_catalogue.simulate) {
      commands.emplace_back("machines");
    }
    if (argc > 1 && argv[1][0] != '-' && std::ranges::find(commands, argv[1]) == commands.end()) {
      throw user_error(fmt::format("there is no command '{}'{}; there are {}", argv[1],
                                   did_you_mean(argv[1], commands), fmt::join(commands, ", ")));
    }
    try {
      _app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      const int code = _app.exit(e);
      return code == 0 ? 0 : 2;
    }
    return _action();
  }

 private:
  CLI::App* command(const std::string& name, const std::string& summary, int (tool::*action)()) {
    CLI::App* const sub = _app.add_subcommand(name, summary);
    sub->callback([this, action] { _action = [this, action] { return (this->*action)(); }; });
    return sub;
  }

  void add_filters(CLI::App* sub) {
    sub->add_option("--experiment", _request.filter.experiments, "only these experiments")->delimiter(',');
    sub->add_option("--impl", _request.filter.implementations,
                    "only these implementations; * stands for anything")
        ->delimiter(',');
    sub->add_option("--threads", _threads, "these numbers of threads, in place of the profile's")
        ->delimiter(',');
  }

  void add_profile(CLI::App* sub, const std::string& standard) {
    sub->add_option(
        "--profile", _request.profile,
        fmt::format("{}, or a file (default: {})", fmt::join(profile::built_in(), ", "), standard));
  }

  void add_machine(CLI::App* sub) {
    sub->add_option("--machine", _request.machine,
                    "simulate this machine (a name or a file) instead of measuring");
  }

  void add_list() {
    auto* sub = command("list", "Prints the names of cells", &tool::list);
    add_machine(sub);
    add_profile(sub, "full");
    add_filters(sub);
    sub->add_flag("--implementations", _list_implementations, "print what is compared, in place of cells");
    sub->add_flag("--experiments", _list_experiments,
                  "print the experiments and what an operation is in each");
  }

  void add_run() {
    auto* sub =
        command("run", "Runs cells in this process, with the flags of Google Benchmark", &tool::run_cells);
    add_machine(sub);
    add_profile(sub, "full");
    add_filters(sub);
    sub->add_option("--cell", _cells, "these cells, also outside of any profile");
    sub->add_option(
        "--placement", _placement,
        fmt::format("{}, or a list of CPUs (default: compact)", fmt::join(placement::policies(), ", ")));
    sub->add_option("--memory-node", _memory_node, "bind the primitive's memory to this node");
    sub->add_option("--seed", _request.seed, "of the random work");
    sub->add_flag("--print-samples", _print_samples, "print each sample as a line of JSON, and nothing else");
    sub->allow_extras();
    sub->footer(
        "Google Benchmark's flags: --benchmark_filter=REGEX --benchmark_repetitions=N "
        "--benchmark_min_time=SECONDS\n"
        "(the length of a sample) --benchmark_out=FILE --benchmark_format=console|json\n"
        "--benchmark_enable_random_interleaving=true, and the others.");
  }

  void add_sweep() {
    auto* sub =
        command("sweep", "Measures a whole profile, each sample in a process of its own", &tool::sweep_all);
    add_machine(sub);
    add_profile(sub, "quick");
    add_filters(sub);
    sub->add_option("--placement", _request.filter.placements, "these placements, in place of the profile's");
    sub->add_option("--processes", _processes, "so many samples of each cell, in place of the profile's");
    sub->add_option("--sample-ms", _sample_ms, "so long a sample, in place of the profile's");
    sub->add_option("--output", _request.output,
                    "the folder of the results (default: results/local/<date>-<host>)");
    sub->add_option("--seed", _request.seed, "of the order and of the random work");
    auto* resume =
        sub->add_option("--resume", _request.resume, "go on with the sweep in this folder, as it was begun");
    for (const char* other : {"--machine", "--profile", "--experiment", "--impl", "--threads", "--placement",
                              "--processes", "--sample-ms", "--output", "--seed"}) {
      resume->excludes(sub->get_option(other));
    }
    sub->add_flag("--force", _request.force, "resume although machine or code is another");
    sub->add_flag("--dry-run", _request.dry_run,
                  "only tell how many cells there are, and how long they take");
    sub->add_flag("--print-profile", _print_profile, "print the profile, to make one's own from");
    add_cluster(sub);
  }

  void add_cluster(CLI::App* sub) {
    const char* const group = "Over a cluster";
    auto* slurm =
        sub->add_flag("--slurm", _slurm, "as tasks of a Slurm array job, a node to each")->group(group);
    sub->add_option("--partition", _cluster.wishes.partition, "of the cluster (default: its own)")
        ->group(group)
        ->needs(slurm);
    sub->add_option("--constraint", _cluster.wishes.constraint, "features that the nodes must have")
        ->group(group)
        ->needs(slurm);
    sub->add_option("--nodes", _cluster.wishes.nodes, "so many nodes at once, at most")
        ->group(group)
        ->needs(slurm)
        ->check(CLI::PositiveNumber);
    sub->add_option("--tool-command", _cluster.tool_command,
                    "prints, on a node, the path of the cqs-bench to use there (default: this one)")
        ->group(group)
        ->needs(slurm);
    sub->add_flag("--detach", _cluster.detach, "submit, and do not wait")->group(group);
    auto* attach =
        sub->add_option("--attach", _attach, "watch the sweep in this folder, and merge its results")
            ->group(group);
    // How a task of the array job calls this tool.
    auto* of = sub->add_option("--of", _cluster_folder)->group("");
    sub->add_option("--chunk", _chunk)->group("")->needs(of);
    attach->excludes(slurm)->excludes("--resume");
  }

  void add_compare() {
    auto* sub = command("compare", "Compares two results directories cell by cell", &tool::compare);
    sub->add_option("A", _a, "the results before")->required();
    sub->add_option("B", _b, "the results after")->required();
    sub->add_option("--experiment", _comparison.experiments, "only these experiments")->delimiter(',');
    sub->add_option("--impl", _comparison.implementations,
                    "only these implementations; * stands for anything")
        ->delimiter(',');
    sub->add_option("--alpha", _comparison.alpha, "level of significance, after Holm's correction")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    sub->add_option("--least-change", _comparison.least_change, "smaller changes are no news, however sure")
        ->check(CLI::Range(0.0, 10.0))
        ->capture_default_str();
    sub->add_flag("--force", _comparison.force, "compare even results of different machines");
    sub->footer("Exits with 1 if a cell is significantly slower in B.");
  }

  void add_topology() {
    auto* sub = command("topology", "Prints this machine's topology and where each placement puts threads",
                        &tool::show_topology);
    sub->add_option("--synthetic", _synthetic,
                    "of a machine in hwloc's notation, such as 'pack:4 core:18 pu:2'");
  }

  void add_machines() {
    auto* sub = command("machines", "Prints the machines that can be simulated", &tool::machines);
    auto* file =
        sub->add_option("--calibrate", _calibrate, "measure this machine, and write a machine file here");
    sub->add_option("--base", _base, "where what cannot be measured is from")
        ->capture_default_str()
        ->needs(file);
  }

  /// Without a profile of the caller's, everything there is.
  profile chosen_profile(const std::string& command, const std::string& standard) const {
    const bool given = _app.get_subcommand(command)->count("--profile") > 0;
    return profile::load(given ? _request.profile : standard, experiments());
  }

  /// Also of a sweep that is resumed, which was begun on a machine.
  void find_machine() {
    const auto& cluster = _cluster_folder.empty() ? _request.resume : _cluster_folder;
    if (!cluster.empty() && cluster_plan::is_in(cluster)) {
      _request.machine = cluster_plan::load(cluster).machine;
    } else if (!_request.resume.empty()) {
      _request.machine = results::read(_request.resume).machine().at("sweep").value("machine", "");
    }
    if (_request.machine.empty()) {
      return;
    }
    if (!_catalogue.simulate) {
      throw user_error("--machine: nothing can be simulated here");
    }
    _simulated = _catalogue.simulate(_request.machine);
    _request.machine_text = _simulated->text;
  }

  const std::vector<experiment>& experiments() const {
    return _simulated ? _simulated->experiments : _catalogue.experiments;
  }

  topology chosen_machine() const { return _simulated ? _simulated->topology : topology::of_this_machine(); }

  plan_filter filter() const {
    plan_filter result = _request.filter;
    for (const std::string& text : _threads) {
      result.threads.push_back(static_cast<unsigned>(parse_number(text, "--threads", 1, most_threads)));
    }
    const auto number = [](const std::string& text, const char* what, std::int64_t greatest) {
      return text.empty() ? 0U : static_cast<unsigned>(parse_number(text, what, 1, greatest));
    };
    result.processes = number(_processes, "--processes", 1000);
    result.sample_ms = number(_sample_ms, "--sample-ms", 3'600'000);
    return result;
  }

  std::vector<planned_sample> every_cell_once(const std::string& command, const topology& machine) const {
    plan_filter once = filter();
    once.processes = 1;
    once.placements = {"none"};
    return make_plan(chosen_profile(command, "full"), experiments(), once, machine, std::nullopt);
  }

  int list() {
    find_machine();
    if (_list_implementations) {
      _catalogue.print_implementations(std::cout);
      return 0;
    }
    if (_list_experiments) {
      for (const experiment& e : experiments()) {
        fmt::print("{:<22}{}\n{:<22}an operation: {}\n", e.name, e.summary, "", e.operation);
      }
      return 0;
    }
    for (const planned_sample& sample : every_cell_once("list", chosen_machine())) {
      fmt::print("{}{}\n", sample.cell.name(),
                 sample.skipped() ? "  (skipped: " + sample.contestant->skipped + ")" : "");
    }
    return 0;
  }

  int run_cells() {
    find_machine();
    benchmark_runner runner(_app.get_subcommand("run")->remaining());
    const placement where = placement::parse(_placement);
    // The topology takes long to read, and a cell that is told its CPUs has no need of it.
    std::optional<topology> machine;
    if (_cells.empty() || where.needs_topology()) {
      machine = chosen_machine();
    }
    std::vector<benchmark_runner::entry> entries;
    const auto add = [&](const cell& cell, const contestant& who) {
      const auto cpus = machine ? where.place(*machine, cell.threads) : where.place_unchecked(cell.threads);
      entries.push_back({{.cell = cell,
                          .cpus = cpus,
                          .memory_node = _memory_node,
                          .seed = _request.seed,
                          .machine = _request.machine},
                         &who});
    };
    for (const std::string& name : _cells) {
      const cell cell = cell::parse(name);
      add(cell, find_contestant(experiments(), cell));
    }
    if (_cells.empty()) {
      for (const planned_sample& sample : every_cell_once("run", *machine)) {
        add(sample.cell, *sample.contestant);
      }
    }
    return runner.run(std::move(entries), _print_samples) ? 0 : 1;
  }

  int sweep_all() {
    find_machine();
    if (_print_profile) {
      std::cout << chosen_profile("sweep", "quick").text();
      return 0;
    }
    _request.filter = filter();
    const topology machine = chosen_machine();
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    cluster_sweep cluster(experiments(), machine, program);
    if (!_cluster_folder.empty()) {
      return cluster.take(_cluster_folder, _chunk, _request.machine_text);
    }
    if (!_attach.empty()) {
      return cluster.attach(_attach);
    }
    _cluster.sweep = _request;
    if (!_request.resume.empty() && cluster_plan::is_in(_request.resume)) {
      return cluster.resume(_cluster);
    }
    return _slurm ? cluster.begin(_cluster) : sweep(experiments(), machine, program).run(_request);
  }

  int machines() {
    if (_calibrate.empty()) {
      _catalogue.print_machines(std::cout);
      return 0;
    }
    const std::string text = _catalogue.calibrate(_base);
    if (!(std::ofstream(_calibrate) << text).flush()) {
      throw user_error(fmt::format("{} cannot be written: name another file", _calibrate.string()));
    }
    fmt::print("wrote {}; simulate it by --machine {}\n", _calibrate.string(), _calibrate.string());
    return 0;
  }

  int compare() {
    const comparison result(results::read(_a), results::read(_b), _comparison);
    std::cout << result.text();
    return result.count(comparison::verdict::slower) > 0 ? 1 : 0;
  }

  int show_topology() {
    const topology machine =
        _synthetic.empty() ? topology::of_this_machine() : topology::synthetic(_synthetic);
    fmt::print("{}\n{}\nhash {}\n", machine.summary(), machine.structure(), machine.hash());
    for (const std::string& policy : placement::policies()) {
      const auto cpus = placement::parse(policy).place(machine, machine.processors().size());
      fmt::print("{:<8} {}\n", policy,
                 cpus.empty() ? "as the system likes" : fmt::format("{}", fmt::join(cpus, " ")));
    }
    return 0;
  }

  const catalogue& _catalogue;
  CLI::App _app{"Measures synchronization primitives", "cqs-bench"};
  std::function<int()> _action;

  sweep_request _request;
  cluster_request _cluster;
  bool _slurm = false;
  std::filesystem::path _attach;
  std::filesystem::path _cluster_folder;
  std::size_t _chunk = 0;
  std::optional<simulated_machine> _simulated;
  std::vector<std::string> _threads;
  std::string _processes;
  std::string _sample_ms;
  bool _print_profile = false;
  bool _list_implementations = false;
  bool _list_experiments = false;
  std::vector<std::string> _cells;
  std::string _placement = "compact";
  std::optional<unsigned> _memory_node;
  bool _print_samples = false;
  std::filesystem::path _a;
  std::filesystem::path _b;
  comparison::settings _comparison;
  std::string _synthetic;
  std::filesystem::path _calibrate;
  std::string _base = "epyc-2s";
};

}  // namespace

int run_tool(int argc, char** argv, const catalogue& catalogue) {
  try {
    return tool(catalogue).run(argc, argv);
  } catch (const user_error& e) {
    fmt::print(stderr, "cqs-bench: {}\n", e.what());
    return 2;
  } catch (const std::exception& e) {
    fmt::print(stderr, "cqs-bench: unexpectedly: {}\n", e.what());
    return 2;
  }
}

}  // namespace cqs::harness
