// Compares the cost of one operation on the paper's machine with the record. A simulation is exact, so any
// change of the code that changes a cost shows. If the change is intended, run CQS_RECORD_COSTS=1
// simulator_tests --gtest_filter='recorded_costs*', and commit the file with the reason.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cells.h"

namespace cqs::simulator::tests {
namespace {

const std::filesystem::path record = CQS_COST_RECORD;

TEST(recorded_costs, are_not_exceeded) {
  std::ifstream file(record);
  ASSERT_TRUE(file) << record;
  auto costs = nlohmann::ordered_json::parse(file);
  const bool recording = std::getenv("CQS_RECORD_COSTS") != nullptr;
  for (auto& [cell, cost] : costs.items()) {
    const double now = simulate_cell("skylake-4s", cell).ns_per_op;
    if (recording) {
      cost = now;
    } else if (now > cost.get<double>()) {
      ADD_FAILURE() << cell << " costs " << now << " ns instead of " << cost
                    << " ns. If the change is intended, record it with CQS_RECORD_COSTS=1";
    } else if (now < cost.get<double>()) {
      std::cout << cell << " costs less than recorded: " << now << " ns instead of " << cost << '\n';
    }
  }
  if (recording) {
    std::ofstream(record) << costs.dump(2) << '\n';
  }
}

}  // namespace
}  // namespace cqs::simulator::tests
