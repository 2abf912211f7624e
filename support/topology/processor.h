#pragma once

namespace cqs::support {

/// A hardware thread and where it sits. All but `os_index` are numbered from 0 in the order of nearness.
struct processor {
  unsigned os_index;  ///< what the operating system calls it
  unsigned sibling;   ///< which hardware thread of its core
  unsigned core;
  unsigned cache;  ///< those that share their last cache level: a chiplet, or the whole package
  unsigned node;   ///< of memory, as the operating system numbers it
  unsigned package;
};

}  // namespace cqs::support
