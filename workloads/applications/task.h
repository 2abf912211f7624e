#pragma once

#include <cstdint>
#include <filesystem>

namespace cqs::workloads::applications {

/// What a program is to do in one sample.
struct task {
  std::uint64_t operations;  ///< of all threads together
  unsigned threads;
  std::uint64_t seed;
  std::filesystem::path folder;  ///< for its files; removed at the end

  std::uint64_t operations_per_thread() const { return operations / threads; }
};

}  // namespace cqs::workloads::applications
