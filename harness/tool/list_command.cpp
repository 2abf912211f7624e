#include <iostream>

#include <fmt/format.h>

#include "harness/tool/command.h"
#include "harness/tool/selection.h"

namespace cqs::harness {

namespace {

class list_command final : public command {
 public:
  list_command(CLI::App& tool, const catalogue& catalogue)
      : command(tool, "list", "Prints the names of cells"),
        _catalogue(catalogue),
        _selection(catalogue, options(), "full") {
    options().add_flag("--implementations", _implementations,
                       "print the implementations instead of the cells");
    options().add_flag("--experiments", _experiments,
                       "print the experiments, and what an operation of each is");
  }

  int run() override {
    _selection.load_machine();
    if (_implementations) {
      _catalogue.print_implementations(std::cout);
      return 0;
    }
    if (_experiments) {
      for (const experiment& e : _selection.experiments()) {
        fmt::print("{:<22}{}\n{:<22}an operation: {}\n", e.name, e.summary, "", e.operation);
      }
      return 0;
    }
    for (const planned_sample& sample : _selection.every_cell_once(_selection.topology())) {
      fmt::print("{}{}\n", sample.cell.name(),
                 sample.skipped() ? "  (skipped: " + sample.implementation->skipped + ")" : "");
    }
    return 0;
  }

 private:
  const catalogue& _catalogue;
  selection _selection;
  bool _implementations = false;
  bool _experiments = false;
};

}  // namespace

std::unique_ptr<command> make_list_command(CLI::App& tool, const catalogue& catalogue) {
  return std::make_unique<list_command>(tool, catalogue);
}

}  // namespace cqs::harness
