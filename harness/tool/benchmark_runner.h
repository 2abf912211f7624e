#pragma once

#include <string>
#include <vector>

#include "harness/experiment/cell_run.h"
#include "harness/experiment/experiment.h"

namespace cqs::harness {

/// Runs cells as benchmarks of Google Benchmark, with its flags, under our names.
///
/// One iteration of a benchmark is one whole sample, whose length `--benchmark_min_time` sets; its time is
/// that of one operation. Google Benchmark writes into a name how it measures; here that is always the same,
/// and left out.
class benchmark_runner {
 public:
  struct entry {
    cell_run run;
    const harness::implementation* implementation;
  };

  /// Takes Google Benchmark's flags out of the arguments, and throws `user_error` if any other is left.
  explicit benchmark_runner(std::vector<std::string> arguments);

  /// Returns false if a cell has failed. Throws `user_error` if no name matches the filter.
  bool run(std::vector<entry> entries);

 private:
  bool has_flag(const std::string& name, std::string& value) const;

  std::vector<std::string> _arguments;
};

}  // namespace cqs::harness
