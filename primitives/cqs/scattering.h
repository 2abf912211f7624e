#pragma once

#include <cstdint>

namespace cqs {

/// How the readers of a `shared_mutex` keep out of each other's way. Where readers crowd, they scatter: each counts
/// itself in one of several slots, which are chosen by thread. A writer that comes closes the slots, and the readers
/// share one word again. They scatter once more when readers have met a crowd `patience` times for each slot. So
/// closing costs no more than the crowds have cost.
struct scattering {
  std::uint32_t most_slots = 64;  ///< of 128 bytes each; not more than twice the processors. 0: never scatter
  std::uint32_t patience = 1;     ///< meetings with a crowd for each slot, after a writer
  bool at_once = false;           ///< readers scatter although they have met no crowd
};

/// Readers always share one word.
inline constexpr scattering no_scattering{.most_slots = 0};

}  // namespace cqs
