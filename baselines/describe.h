#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <vector>

#include "baselines/concepts/description.h"

namespace cqs::baselines {

enum class kind : std::uint8_t { mutex, shared_mutex, semaphore, latch, barrier, pool };

/// The events that can abort a wait.
enum class abort_by : std::uint8_t { nothing, deadline, deadline_or_stop };

/// A row of the table of implementations: its declared properties, its concepts, and its size.
struct listing {
  baselines::kind kind;
  std::string_view name;
  std::string_view origin;
  waiting waits;
  bool fair;
  baselines::abort_by abort_by;
  std::size_t bytes = 0;          ///< 0: unknown
  std::string_view skipped = {};  ///< why it is not built; then only kind and name are known
};

std::string_view to_string(kind value) noexcept;
std::string_view to_string(abort_by value) noexcept;

/// Returns all implementations of each kind: built ones, skipped ones, and those of the JVM.
std::vector<listing> all_implementations();

/// Prints the same as a table.
void print_implementations(std::ostream& out);

}  // namespace cqs::baselines
