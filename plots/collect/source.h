#pragma once

#include <string>

#include "harness/record/results.h"

namespace cqs::plots {

/// A results directory, and its label in figures.
struct source {
  std::string label;
  harness::results results;
};

}  // namespace cqs::plots
