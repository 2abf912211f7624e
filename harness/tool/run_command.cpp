#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/machine/placement.h"
#include "harness/tool/benchmark_runner.h"
#include "harness/tool/command.h"
#include "harness/tool/selection.h"

namespace cqs::harness {

namespace {

class run_command final : public command {
 public:
  run_command(CLI::App& tool, const catalogue& catalogue)
      : command(tool, "run", "Runs cells in this process, with the flags of Google Benchmark"),
        _selection(catalogue, options(), "full") {
    options().add_option("--cell", _cells, "these cells, also outside of any profile");
    options().add_option(
        "--placement", _placement,
        fmt::format("{}, or a list of CPUs (default: compact)", fmt::join(placement::policies(), ", ")));
    options().add_option("--memory-node", _memory_node, "bind the primitive's memory to this node");
    options().add_option("--seed", _seed, "seed of the random work");
    options().allow_extras();
    options().footer(
        "Google Benchmark's flags: --benchmark_filter=REGEX --benchmark_repetitions=N "
        "--benchmark_min_time=SECONDS\n"
        "(the length of a sample) --benchmark_out=FILE --benchmark_format=console|json\n"
        "--benchmark_enable_random_interleaving=true, and the others.");
  }

  int run() override {
    _selection.load_machine();
    benchmark_runner runner(options().remaining());
    const placement where = placement::parse(_placement);
    const auto topology = _selection.topology();
    std::vector<benchmark_runner::entry> entries;
    const auto add = [&](const cell& cell, const implementation& implementation) {
      entries.push_back({{.cell = cell,
                          .cpus = where.place(topology, cell.threads),
                          .memory_node = _memory_node,
                          .seed = _seed,
                          .simulated_on = _selection.simulated_on()},
                         &implementation});
    };
    for (const std::string& name : _cells) {
      const cell cell = cell::parse(name);
      add(cell, find_implementation(_selection.experiments(), cell));
    }
    if (_cells.empty()) {
      for (const planned_sample& sample : _selection.every_cell_once(topology)) {
        add(sample.cell, *sample.implementation);
      }
    }
    return runner.run(std::move(entries)) ? 0 : 1;
  }

 private:
  selection _selection;
  std::vector<std::string> _cells;
  std::string _placement = "compact";
  std::optional<unsigned> _memory_node;
  std::uint64_t _seed = 1;
};

}  // namespace

std::unique_ptr<command> make_run_command(CLI::App& tool, const catalogue& catalogue) {
  return std::make_unique<run_command>(tool, catalogue);
}

}  // namespace cqs::harness
