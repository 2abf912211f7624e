#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/topology/processor.h"

namespace cqs::support {

/// The hardware threads that this process may use, as reported by hwloc. It excludes those that are offline,
/// outside the cgroup's cpuset or outside the inherited affinity (taskset).
class topology {
 public:
  static topology of_this_machine();

  /// Takes hwloc's notation, such as `pack:4 core:18 pu:2`; omits the hardware threads in `missing`.
  static topology synthetic(const std::string& description, const std::vector<unsigned>& missing = {});

  /// Reads an export of hwloc's lstopo. Throws `user_error`.
  static topology from_xml(const std::string& file);

  /// In the order of proximity: neighbours share as much as possible.
  const std::vector<processor>& processors() const noexcept { return _processors; }
  const processor* find(unsigned os_index) const noexcept;

  std::size_t cores() const noexcept;
  std::size_t caches() const noexcept;
  std::size_t nodes() const noexcept;
  std::size_t packages() const noexcept;
  bool smt() const noexcept { return cores() < _processors.size(); }

  /// One line, such as `2 packages, 4 caches, 32 cores, 64 hardware threads`.
  std::string summary() const;
  /// Includes the sizes of caches and memories.
  const std::string& structure() const noexcept { return _structure; }
  /// A hash of the hardware as hwloc knows it, which does not change with a reboot.
  const std::string& hash() const noexcept { return _hash; }

 private:
  friend struct topology_reader;
  topology() = default;

  std::vector<processor> _processors;
  std::string _structure;
  std::string _hash;
};

}  // namespace cqs::support
