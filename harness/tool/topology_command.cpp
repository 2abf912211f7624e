#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/machine/placement.h"
#include "harness/tool/command.h"

namespace cqs::harness {

namespace {

class topology_command final : public command {
 public:
  explicit topology_command(CLI::App& tool)
      : command(tool, "topology", "Prints this machine's topology, and the CPUs of each placement") {
    options().add_option("--synthetic", _synthetic,
                         "a machine in hwloc's notation instead, such as 'pack:4 core:18 pu:2'");
  }

  int run() override {
    const support::topology topology =
        _synthetic.empty() ? support::topology::of_this_machine() : support::topology::synthetic(_synthetic);
    fmt::print("{}\n{}\nhash {}\n", topology.summary(), topology.structure(), topology.hash());
    for (const std::string& policy : placement::policies()) {
      const auto cpus = placement::parse(policy).place(topology, topology.processors().size());
      fmt::print("{:<8} {}\n", policy,
                 cpus.empty() ? "as the system likes" : fmt::format("{}", fmt::join(cpus, " ")));
    }
    return 0;
  }

 private:
  std::string _synthetic;
};

}  // namespace

std::unique_ptr<command> make_topology_command(CLI::App& tool) {
  return std::make_unique<topology_command>(tool);
}

}  // namespace cqs::harness
