#pragma once

namespace cqs::support {

/// A hardware thread and its position. All numbers but `os_index` count from 0 in the order of proximity.
struct processor {
  unsigned os_index;  ///< its number in the operating system
  unsigned sibling;   ///< its index within its core
  unsigned core;
  unsigned cache;  ///< a group that shares the last cache level: a chiplet, or the whole package
  unsigned node;   ///< the memory node, as numbered by the operating system
  unsigned package;
};

}  // namespace cqs::support
