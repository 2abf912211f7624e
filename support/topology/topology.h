#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/topology/processor.h"

namespace cqs::support {

/// The hardware threads that this process may use, as hwloc sees them: what is offline, outside of the
/// cgroup's cpuset or outside of the inherited affinity (taskset) is not there.
class topology {
 public:
  static topology of_this_machine();

  /// In hwloc's notation, such as `pack:4 core:18 pu:2`; without the hardware threads in `missing`.
  static topology synthetic(const std::string& description, const std::vector<unsigned>& missing = {});

  /// As hwloc's lstopo exports it. Throws `user_error`.
  static topology from_xml(const std::string& file);

  /// In the order of nearness: neighbours in it share as much as they can.
  const std::vector<processor>& processors() const noexcept { return _processors; }
  const processor* find(unsigned os_index) const noexcept;

  std::size_t cores() const noexcept;
  std::size_t caches() const noexcept;
  std::size_t nodes() const noexcept;
  std::size_t packages() const noexcept;
  bool smt() const noexcept { return cores() < _processors.size(); }

  /// One line, such as `2 packages, 4 caches, 32 cores, 64 hardware threads`.
  std::string summary() const;
  /// The sizes of caches and memories are in it.
  const std::string& structure() const noexcept { return _structure; }
  /// Of all that hwloc knows of the hardware, and of nothing that changes with a reboot.
  const std::string& hash() const noexcept { return _hash; }

 private:
  friend struct topology_reader;
  topology() = default;

  std::vector<processor> _processors;
  std::string _structure;
  std::string _hash;
};

}  // namespace cqs::support
