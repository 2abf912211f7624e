#pragma once

#include <algorithm>
#include <cstdint>

namespace cqs::harness {

/// How often a thread was overtaken while it waited, under load. Between its arrival and its turn, each of the others may
/// complete one operation: those were before it. What they complete beyond that has overtaken it.
///
/// An arrival is the moment just before the call. A thread that loses its processor before it is in the queue is
/// overtaken as well: no implementation can prevent that.
struct order_record {
  std::uint64_t looks = 0;
  std::uint64_t overtaken = 0;  ///< looks that found at least one overtaking
  std::uint64_t most = 0;       ///< overtakings of one wait

  void add(std::uint64_t completed, std::uint64_t others) noexcept {
    const std::uint64_t overtakings = completed > others ? completed - others : 0;
    ++looks;
    overtaken += overtakings > 0 ? 1U : 0U;
    most = std::max(most, overtakings);
  }

  void merge(const order_record& other) noexcept {
    looks += other.looks;
    overtaken += other.overtaken;
    most = std::max(most, other.most);
  }
};

}  // namespace cqs::harness
