#include <filesystem>
#include <iostream>

#include "harness/analysis/compare.h"
#include "harness/tool/command.h"

namespace cqs::harness {

namespace {

class compare_command final : public command {
 public:
  explicit compare_command(CLI::App& tool)
      : command(tool, "compare", "Compares two results directories cell by cell") {
    options().add_option("A", _a, "the results before")->required();
    options().add_option("B", _b, "the results after")->required();
    options().add_option("--experiment", _settings.experiments, "only these experiments")->delimiter(',');
    options()
        .add_option("--impl", _settings.implementations,
                    "only these implementations; * matches any characters")
        ->delimiter(',');
    options()
        .add_option("--alpha", _settings.alpha, "greatest false discovery rate, per experiment")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    options()
        .add_option("--least-change", _settings.least_change, "smallest relative change that counts")
        ->check(CLI::Range(0.0, 10.0))
        ->capture_default_str();
    options().add_flag("--force", _settings.force, "compare even results of different machines");
    options().footer("Exits with 1 if a cell is significantly slower in B.");
  }

  int run() override {
    const comparison result(results::read(_a), results::read(_b), _settings);
    std::cout << result.text();
    return result.count(comparison::verdict::slower) > 0 ? 1 : 0;
  }

 private:
  std::filesystem::path _a;
  std::filesystem::path _b;
  comparison::settings _settings;
};

}  // namespace

std::unique_ptr<command> make_compare_command(CLI::App& tool) {
  return std::make_unique<compare_command>(tool);
}

}  // namespace cqs::harness
