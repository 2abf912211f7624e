#pragma once

#include <string>

#include "harness/record/results.h"

namespace cqs::plots {

/// A results directory and how figures call it.
struct source {
  std::string label;
  harness::results results;
};

}  // namespace cqs::plots
