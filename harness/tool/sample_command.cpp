#include <optional>

#include <fmt/format.h>

#include "harness/experiment/take_sample.h"
#include "harness/machine/placement.h"
#include "harness/record/sample_json.h"
#include "harness/tool/command.h"
#include "harness/tool/selection.h"

namespace cqs::harness {

namespace {

/// How a sweep takes a sample, in a process of its own: see `sweep`.
class sample_command final : public command {
 public:
  sample_command(CLI::App& tool, const catalogue& catalogue)
      : command(tool, "sample", "Takes one sample of a cell and prints it as a line of JSON"),
        _selection(catalogue, options(), "full") {
    options().add_option("--cell", _cell, "the name of the cell")->required();
    options().add_option("--placement", _placement, "a placement, or a list of CPUs")->capture_default_str();
    options().add_option("--memory-node", _memory_node, "bind the primitive's memory to this node");
    options().add_option("--seed", _seed, "seed of the random work")->capture_default_str();
    options()
        .add_option("--ms", _ms, "length of the sample in milliseconds")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
  }

  int run() override {
    _selection.load_machine();
    const cell cell = cell::parse(_cell);
    const implementation& chosen = find_implementation(_selection.experiments(), cell);
    sample result;
    if (chosen.skipped.empty()) {
      // Reading the topology takes long, and a list of CPUs does not need it.
      const placement where = placement::parse(_placement);
      const auto cpus = where.needs_topology() ? where.place(_selection.topology(), cell.threads)
                                               : where.place_unchecked(cell.threads);
      result = take_sample(chosen, {.cell = cell,
                                    .cpus = cpus,
                                    .memory_node = _memory_node,
                                    .window = std::chrono::nanoseconds(static_cast<std::int64_t>(_ms * 1e6)),
                                    .seed = _seed,
                                    .simulated_on = _selection.simulated_on()});
    } else {
      result.skipped = chosen.skipped;
    }
    // The last words of a program may be no UTF-8.
    fmt::print("{}\n", to_json(result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return result.failure.empty() ? 0 : 1;
  }

 private:
  selection _selection;
  std::string _cell;
  std::string _placement = "compact";
  std::optional<unsigned> _memory_node;
  std::uint64_t _seed = 1;
  double _ms = 500;
};

}  // namespace

std::unique_ptr<command> make_sample_command(CLI::App& tool, const catalogue& catalogue) {
  return std::make_unique<sample_command>(tool, catalogue);
}

}  // namespace cqs::harness
