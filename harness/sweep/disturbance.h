#pragma once

#include <string>
#include <vector>

#include "harness/record/row.h"

namespace cqs::harness {

/// Tells whether something else on the machine has disturbed a sample.
class disturbance {
 public:
  // The limits. A share is of the time of the cell's processors.
  static constexpr double most_stolen = 0.1;
  /// The system counts in steps of 10 ms, of which a sample of 50 ms has few.
  static constexpr double most_of_others = 0.25;
  /// In a cell with a processor for each thread, a thread that could run and did not has lost its processor to another program.
  static constexpr double most_runnable = 0.1;
  /// The reference work takes longer than in most samples of the sweep: the processor is slower, or shared.
  static constexpr double most_slowdown = 1.25;
  /// Before that many samples nobody knows what the reference work takes.
  static constexpr std::size_t least_references = 10;

  /// Why the sample is disturbed; empty: it is not. Remembers what its reference work took.
  std::string judge(const row& row);

 private:
  std::vector<double> _references;
};

}  // namespace cqs::harness
