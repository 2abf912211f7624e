#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/machine/fingerprint.h"
#include "harness/record/results.h"
#include "support/topology/topology.h"

namespace cqs::harness {

/// Rows like those of a sweep, without a sweep.
class made_up_results {
 public:
  void add(const std::string& cell_name, const std::vector<double>& times) {
    for (std::size_t i = 0; i < times.size(); ++i) {
      row& r = _rows.emplace_back();
      r.cell = cell::parse(cell_name);
      r.placement = "compact";
      r.process = static_cast<unsigned>(i);
      r.hardware_threads = 2;
      r.measures["ns_per_op"] = times[i];
    }
  }
  void add(const std::string& cell_name, status status, const std::string& reason) {
    row& r = _rows.emplace_back();
    r.cell = cell::parse(cell_name);
    r.placement = "compact";
    r.status = status;
    r.reason = reason;
  }

  results get(const std::string& machine_id = "", const std::string& commit = "") const {
    auto machine = nlohmann::json::parse(
        fingerprint::of(support::topology::synthetic("pack:1 core:2 pu:1")).json().dump());
    if (!machine_id.empty()) {
      machine["machine_id"] = machine_id;
    }
    if (!commit.empty()) {
      machine["build"]["commit"] = commit;
    }
    return {_rows, machine};
  }

 private:
  std::vector<row> _rows;
};

}  // namespace cqs::harness
