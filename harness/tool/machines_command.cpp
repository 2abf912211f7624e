#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "harness/tool/command.h"
#include "support/error.h"

namespace cqs::harness {

namespace {

class machines_command final : public command {
 public:
  machines_command(CLI::App& tool, const catalogue& catalogue)
      : command(tool, "machines", "Prints the machines that can be simulated"), _catalogue(catalogue) {
    auto* const file =
        options().add_option("--calibrate", _file, "measure this machine and write a machine file");
    options()
        .add_option("--base", _base, "the machine whose numbers replace those that cannot be measured")
        ->capture_default_str()
        ->needs(file);
  }

  int run() override {
    if (_file.empty()) {
      _catalogue.print_machines(std::cout);
      return 0;
    }
    const std::string text = _catalogue.calibrate(_base);
    if (!(std::ofstream(_file) << text).flush()) {
      throw support::user_error(fmt::format("{} cannot be written: name another file", _file.string()));
    }
    fmt::print("wrote {}; simulate it by --machine {}\n", _file.string(), _file.string());
    return 0;
  }

 private:
  const catalogue& _catalogue;
  std::filesystem::path _file;
  std::string _base = "epyc-2s";
};

}  // namespace

std::unique_ptr<command> make_machines_command(CLI::App& tool, const catalogue& catalogue) {
  return std::make_unique<machines_command>(tool, catalogue);
}

}  // namespace cqs::harness
