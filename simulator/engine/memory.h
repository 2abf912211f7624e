#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/engine/address_space.h"
#include "simulator/engine/line.h"
#include "simulator/machine.h"

namespace cqs::simulator {

/// The lines of memory and the caches that hold them.
///
/// A line serves its requests one after another, in the order of their arrival. A core that has received a
/// line keeps it for a moment even if other cores request it. Sometimes this is long enough to retry a
/// compare-exchange.
class memory {
 public:
  memory(const machine& machine, const address_space& addresses) : _machine(machine), _addresses(addresses) {}

  struct answer {
    simulator::line& line;
    bool hit;           ///< the access takes effect now; otherwise at `done`
    picoseconds done;   ///< the time at which the thread continues
    picoseconds owned;  ///< the time at which the core owns the line; a storing thread does not wait for this
  };

  answer access(unsigned core, picoseconds now, const void* address, access_kind kind, fibers::site where);

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
  line& line_of(const void* address);
  answer load(line& l, unsigned core, picoseconds now, fibers::site where);
  answer own(line& l, unsigned core, picoseconds now, access_kind kind, fibers::site where);
  /// Returns true if the core may write to the line.
  static bool owns(line& l, unsigned core, picoseconds now);
  /// The time at which the line can serve the next request.
  picoseconds next_service(line& l, picoseconds now) const;
  static void note(line& l, distance from, picoseconds waited, access_kind kind, fibers::site where);

  const machine& _machine;
  const address_space& _addresses;
  std::deque<line> _lines;  ///< in the order of first use
  std::unordered_map<std::uintptr_t, line*> _by_number;
  struct recent {
    std::uintptr_t number = 0;
    line* found = nullptr;
  };
  std::array<recent, 1024> _recent{};
};

}  // namespace cqs::simulator
