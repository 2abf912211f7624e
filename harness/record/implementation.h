#pragma once

#include <string_view>

namespace cqs::harness {

// The name of an implementation begins with its origin.

/// Of the library under test.
inline bool is_ours(std::string_view implementation) {
  return implementation.starts_with("cqs.");
}

/// An empty operation: it measures the workload alone.
inline bool is_control(std::string_view implementation) {
  return implementation.starts_with("control.");
}

/// Neither a control nor a limit of the machine.
inline bool is_primitive(std::string_view implementation) {
  return !is_control(implementation) && !implementation.starts_with("limit.");
}

}  // namespace cqs::harness
