#pragma once

#include <cstdint>
#include <string>

namespace cqs::check {

enum class violation_kind : std::uint8_t {
  none,
  assertion,          ///< a failed `require` of the scenario, or a failed check of its history
  deadlock,           ///< all remaining threads sleep, and no deadline will wake one
  lost_wakeup,        ///< a deadlock or fair cycle in which the word of a sleeper has changed
  livelock,           ///< a fair cycle, or more steps than the limit
  use_after_free,     ///< access to a destroyed object
  double_free,        ///< destruction of an object that is already destroyed or was never created
  leak,               ///< an object that is alive at the end
  data_race,          ///< two unordered accesses, one of them a write or the destruction
  unpublished,        ///< access to an object whose construction does not happen before the access
  escaped_exception,  ///< an exception that left a thread of the scenario
  crash,              ///< a signal, such as a wild pointer or an abort
  misuse,             ///< the scenario uses a feature that the checker does not have
};

const char* name_of(violation_kind kind) noexcept;

/// A violation: the error of one execution.
struct violation {
  violation_kind kind = violation_kind::none;
  std::string message;

  explicit operator bool() const noexcept { return kind != violation_kind::none; }
};

}  // namespace cqs::check
