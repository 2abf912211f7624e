#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/engine/address_space.h"
#include "simulator/engine/core_cache.h"
#include "simulator/engine/line.h"
#include "simulator/engine/thread.h"
#include "simulator/machine.h"

namespace cqs::simulator {

/// The lines of memory and the caches that hold them.
///
/// A line serves one request at a time. Then any of the requests that wait for it is served, each with the
/// same probability: caches neither keep the order of arrival nor prefer a socket.
class memory {
 public:
  memory(const machine& machine, const address_space& addresses)
      : _machine(machine),
        _addresses(addresses),
        _first_level(machine.cores(),
                     core_cache(static_cast<std::size_t>(machine.costs().first_level_lines))),
        _second_level(machine.cores(),
                      core_cache(static_cast<std::size_t>(machine.costs().second_level_lines))) {}

  struct answer {
    simulator::line& line;
    bool hit;           ///< the access takes effect now; otherwise at `done`
    bool waits;         ///< the line is busy, and the thread has joined those that wait for it
    picoseconds done;   ///< the time at which the thread continues
    picoseconds owned;  ///< the time at which the core owns the line; a storing thread does not wait for this
  };

  answer access(thread& who, const void* address, access_kind kind, fibers::site where);

  /// Serves one of the requests that wait for the line.
  struct grant {
    thread& who;
    access_kind kind;
    picoseconds done;
    picoseconds owned;
  };
  grant serve_next(line& l, picoseconds now);

  /// Returns the transfers by content of the line and place in the source, sorted by total waiting time.
  struct entry {
    std::string label;
    fibers::site where;
    access_kind kind;
    simulator::traffic traffic;
  };
  std::vector<entry> entries() const;
  void forget_traffic() noexcept;

 private:
  struct times {
    picoseconds done;
    picoseconds owned;
  };

  line& line_of(const void* address, unsigned core);
  /// Returns true if the core's copy of the line allows this access now.
  static bool may(const line& l, unsigned core, picoseconds now, access_kind kind);
  /// The time of an access to a line that the core holds, by the level of its caches.
  picoseconds own_cost(const line& l, const thread& who, access_kind kind);
  times serve(line& l, const line::request& request, picoseconds now);
  times share(line& l, unsigned core, picoseconds now, distance from);
  times own(line& l, unsigned core, picoseconds now, access_kind kind, distance from, picoseconds copies);
  picoseconds transfer(const line& l, distance from) const;
  static void note(line& l, distance from, picoseconds waited, access_kind kind, fibers::site where);

  const machine& _machine;
  const address_space& _addresses;
  std::deque<line> _lines;  ///< in the order of first use
  std::vector<core_cache> _first_level;
  std::vector<core_cache> _second_level;
  std::unordered_map<std::uintptr_t, line*> _by_number;
  struct recent {
    std::uintptr_t number = 0;
    line* found = nullptr;
  };
  std::array<recent, 1024> _recent{};
};

}  // namespace cqs::simulator
