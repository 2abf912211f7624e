#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "fibres/site.h"
#include "simulator/engine/core_set.h"
#include "simulator/engine/distance.h"
#include "simulator/engine/time.h"

namespace cqs::simulator {

struct thread;

/// What an access does to its line.
enum class access_kind : std::uint8_t { load, store, rmw };

/// Accesses that were not served by the core's own cache, and how long their threads waited for them.
struct traffic {
  std::array<std::uint64_t, distances> from{};
  picoseconds waited = 0;

  std::uint64_t transfers() const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t d = 1; d < distances; ++d) {
      sum += from[d];
    }
    return sum;
  }
  void add(const traffic& other) noexcept {
    for (std::size_t d = 0; d < distances; ++d) {
      from[d] += other.from[d];
    }
    waited += other.waited;
  }
};

/// 64 bytes of memory, as the caches see it.
///
/// | holders | exclusive | MESI(F)                                                                  |
/// |---------|-----------|--------------------------------------------------------------------------|
/// | none    | -         | invalid everywhere: memory alone has it                                  |
/// | one     | yes       | modified or exclusive                                                    |
/// | any     | no        | shared; the holder nearest to who asks forwards it                       |
struct line {
  struct site_traffic {
    fibres::site where;
    access_kind kind;
    simulator::traffic traffic;
  };

  core_set holders;
  bool exclusive = false;
  picoseconds busy_until = 0;  ///< it serves one request at a time

  /// A core that others have asked for the line, but that has it still.
  struct stay {
    unsigned core;
    picoseconds until;
  };
  std::deque<stay> stays;      ///< in the order in which they end
  std::uint32_t luck = 12345;  ///< how long the next one stays

  std::vector<thread*> watchers;  ///< threads that may be busy-waiting for a change of it

  std::string label;  ///< what lies in it
  std::vector<site_traffic> sites;
};

}  // namespace cqs::simulator
