#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <vector>

#include "baselines/concepts/description.h"

namespace cqs::baselines {

enum class kind : std::uint8_t { mutex, shared_mutex, semaphore, latch, barrier, pool };

/// What can end a wait before its time.
enum class abort_by : std::uint8_t { nothing, deadline, deadline_or_stop };

/// A row of the table of implementations: what one says of itself, what its concepts say, and its size.
struct listing {
  baselines::kind kind;
  std::string_view name;
  std::string_view origin;
  waiting waits;
  bool fair;
  baselines::abort_by abort_by;
  std::size_t bytes = 0;          ///< 0: not known
  std::string_view skipped = {};  ///< why it is not built; then nothing but its kind and its name is known
};

std::string_view to_string(kind value) noexcept;
std::string_view to_string(abort_by value) noexcept;

/// All implementations: of each kind those that are built, those that are skipped, those of the JVM.
std::vector<listing> all_implementations();

/// The same as a table for people.
void print_implementations(std::ostream& out);

}  // namespace cqs::baselines
