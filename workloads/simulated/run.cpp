#include "workloads/simulated/run.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace cqs::workloads::simulated {

namespace {

using namespace simulator;

std::string place(fibers::site where) {
  const std::string_view file(where.file);
  const auto slash = file.rfind('/');
  return fmt::format("{}:{}", slash == std::string_view::npos ? file : file.substr(slash + 1), where.line);
}

std::string_view name(access_kind kind) {
  return kind == access_kind::load ? "load" : kind == access_kind::store ? "store" : "rmw";
}

/// Sets the remote transfers per operation, by distance and by line.
void set_traffic(harness::sample& sample, const std::vector<memory::entry>& entries) {
  constexpr std::size_t most_lines = 12;
  const double operations = sample.get("ops");
  traffic sum;
  for (const auto& e : entries) {
    sum.add(e.traffic);
    if (sample.lines.size() < most_lines) {
      sample.lines.push_back({e.label, place(e.where), std::string(name(e.kind)),
                              static_cast<double>(e.traffic.transfers()) / operations,
                              to_ns(e.traffic.waited) / operations});
    }
  }
  sample.set("transfers_per_op", static_cast<double>(sum.transfers()) / operations);
  for (std::size_t d = 1; d < distances; ++d) {
    sample.set(fmt::format("transfers_{}_per_op", distance_names[d]),
               static_cast<double>(sum.from[d]) / operations);
  }
}

}  // namespace

harness::sample simulate(const simulator::machine& machine, const harness::cell_run& what,
                         const std::function<harness::sample(const run&)>& measure) {
  harness::sample result;
  std::vector<simulator::memory::entry> traffic;
  simulator::simulation(machine).run([&] {
    result = measure({.cell = what.cell,
                      .cpus = what.cpus,
                      .window = what.window,
                      .seed = what.seed,
                      .traffic = &traffic});
  });
  if (!traffic.empty() && result.get("ops") > 0) {
    set_traffic(result, traffic);
  }
  return result;
}

}  // namespace cqs::workloads::simulated
