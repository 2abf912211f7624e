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
/// A line serves one request after another, in the order in which they come. A core that has got it keeps it for a
/// moment even where others ask for it: long enough, sometimes, for a second try of a compare-exchange.
class memory {
 public:
  memory(const machine& machine, const address_space& addresses) : _machine(machine), _addresses(addresses) {}

  struct answer {
    simulator::line& line;
    bool hit;           ///< it takes effect now; otherwise when it is done
    picoseconds done;   ///< when the thread goes on
    picoseconds owned;  ///< when the line is the core's, for a store whose thread does not wait for it
  };

  answer access(unsigned core, picoseconds now, const void* address, access_kind kind, fibres::site where);

  /// What was transferred, by what lies in the line and by the place in the source, the most awaited first.
  struct entry {
    std::string label;
    fibres::site where;
    access_kind kind;
    simulator::traffic traffic;
  };
  std::vector<entry> entries() const;
  void forget_traffic() noexcept;

 private:
  line& line_of(const void* address);
  answer load(line& l, unsigned core, picoseconds now, fibres::site where);
  answer own(line& l, unsigned core, picoseconds now, access_kind kind, fibres::site where);
  /// Whether the core has the line to write to.
  static bool owns(line& l, unsigned core, picoseconds now);
  /// From when on the line serves the next request, of whoever asks.
  picoseconds next_service(line& l, picoseconds now) const;
  static void note(line& l, distance from, picoseconds waited, access_kind kind, fibres::site where);

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
