#include <memory>
#include <ostream>

#include "baselines/describe.h"
#include "harness/tool/calibration.h"
#include "harness/tool/tool.h"
#include "simulator/machine.h"
#include "workloads/experiments.h"

namespace {

cqs::harness::simulated_machine simulate(const std::string& name_or_file) {
  const auto machine =
      std::make_shared<const cqs::simulator::machine>(cqs::simulator::machine::load(name_or_file));
  return {machine->name(), machine->text(), machine->topology(), cqs::workloads::all_experiments(machine)};
}

void print_machines(std::ostream& out) {
  for (const std::string& name : cqs::simulator::machine::built_in()) {
    const auto machine = cqs::simulator::machine::load(name);
    out << name << ": " << machine.description() << "; " << machine.topology().summary() << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  return cqs::harness::run_tool(argc, argv,
                                {cqs::workloads::all_experiments(), &cqs::baselines::print_implementations,
                                 &simulate, &print_machines, &cqs::simulator::calibrate});
}
