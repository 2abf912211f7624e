#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <checker/engine/operation.h>
#include <checker/engine/schedule.h>

namespace cqs::check {

/// One step of an execution with all details. It exists only when an execution is replayed for a report.
struct record {
  step what;
  operation_kind kind = operation_kind::step;
  std::memory_order order = std::memory_order::relaxed;
  site where;
  /// A description of the operation's object.
  std::string object;
  bool has_values = false;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  /// The outcome, where the values do not show it: "fails", "sleeps", "wakes b", …
  std::string remark;
};

using recording = std::vector<record>;

}  // namespace cqs::check
