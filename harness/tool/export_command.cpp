#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "harness/record/csv.h"
#include "harness/tool/command.h"
#include "support/error.h"

namespace cqs::harness {

namespace {

class export_command final : public command {
 public:
  explicit export_command(CLI::App& tool)
      : command(tool, "export", "Writes a results directory as a table for other programs") {
    options().add_option("RESULTS", _results, "the results directory")->required();
    options()
        .add_option("--csv", _csv, "write CSV to this file, one line per sample; - is the standard output")
        ->required();
    options().footer("docs/experiments.md shows how to read the table with pandas and R.");
  }

  int run() override {
    const std::string text = to_csv(results::read(_results));
    if (_csv == "-") {
      std::cout << text;
      return 0;
    }
    std::ofstream file(_csv);
    if (!(file << text).flush()) {
      throw support::user_error(fmt::format("{} cannot be written", _csv));
    }
    return 0;
  }

 private:
  std::filesystem::path _results;
  std::string _csv;
};

}  // namespace

std::unique_ptr<command> make_export_command(CLI::App& tool) {
  return std::make_unique<export_command>(tool);
}

}  // namespace cqs::harness
