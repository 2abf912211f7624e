#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/engine/core_set.h"
#include "simulator/engine/distance.h"
#include "simulator/engine/time.h"
#include "support/fibers/site.h"

namespace cqs::simulator {

struct thread;

/// The effect of an access on its line.
enum class access_kind : std::uint8_t { load, store, rmw };

/// The number of accesses that missed the core's own cache, and the time that their threads waited.
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

/// A line of 64 bytes, as the caches see it.
///
/// | holders | exclusive | MESI(F)                                                                  |
/// |---------|-----------|--------------------------------------------------------------------------|
/// | none    | -         | invalid in all caches: only memory holds the line                        |
/// | one     | yes       | modified or exclusive                                                    |
/// | any     | no        | shared; the holder nearest to the requesting core forwards the line      |
struct line {
  struct site_traffic {
    fibers::site where;
    access_kind kind;
    simulator::traffic traffic;
  };

  /// A thread that waits for the line.
  struct request {
    thread* who;
    access_kind kind;
    picoseconds since;
    fibers::site where;
  };

  std::uint32_t number = 0;  ///< lines are numbered by their first use
  unsigned home = 0;         ///< the package whose memory holds the line: that of its first user
  core_set holders;
  bool exclusive = false;
  unsigned supplier = 0;       ///< the core that got the line last
  picoseconds busy_until = 0;  ///< the line serves one request at a time

  std::vector<request> waiting;
  bool grant_planned = false;
  std::uint32_t luck = 12345;  ///< random state: determines which request is served next

  const thread* storer = nullptr;  ///< the thread of the last plain store, which its sibling sees late
  picoseconds settled = 0;         ///< the time at which the sibling sees it

  std::vector<thread*> watchers;  ///< threads that may busy-wait for a change of the line

  std::string label;  ///< a description of the line's content
  std::vector<site_traffic> sites;
};

}  // namespace cqs::simulator
