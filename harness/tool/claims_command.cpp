#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "harness/analysis/paper_claims.h"
#include "harness/record/results.h"
#include "harness/tool/command.h"
#include "support/error.h"

namespace cqs::harness {

namespace {

class claims_command final : public command {
 public:
  explicit claims_command(CLI::App& tool)
      : command(tool, "claims", "Prints the paper's claims beside simulated and measured ratios") {
    options().add_option("SIMULATED", _simulated, "the results directory of a simulated sweep")->required();
    options().add_option("MEASURED", _measured, "the results directory of a measured sweep")->required();
    options().footer("docs/experiments.md explains the verdicts.");
  }

  int run() override {
    const results simulated = results::read(_simulated);
    const results measured = results::read(_measured);
    if (simulated.simulated_on().empty() || !measured.simulated_on().empty()) {
      throw support::user_error(
          "claims takes the results of a simulated sweep (--machine) first, then those of a measured one");
    }
    std::cout << paper_claims(simulated, measured);
    return 0;
  }

 private:
  std::filesystem::path _simulated;
  std::filesystem::path _measured;
};

}  // namespace

std::unique_ptr<command> make_claims_command(CLI::App& tool) {
  return std::make_unique<claims_command>(tool);
}

}  // namespace cqs::harness
