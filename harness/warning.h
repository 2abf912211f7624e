#pragma once

#include <string>

namespace cqs::harness {

/// What makes the results of a run less trustworthy, and what to do about it.
struct warning {
  std::string what;
  std::string remedy;
};

}  // namespace cqs::harness
