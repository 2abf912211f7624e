#pragma once

#include <cstdint>
#include <string>

namespace cqs::check {

enum class violation_kind : std::uint8_t {
  none,
  assertion,          ///< a `require` of the scenario, or of a check over its history
  deadlock,           ///< every thread left sleeps, and no deadline will wake one
  lost_wakeup,        ///< the same, and a sleeper's word has changed since it went to sleep
  livelock,           ///< more steps than the bound
  use_after_free,     ///< access to an object that was destroyed
  double_free,        ///< an object destroyed twice, or never created
  leak,               ///< an object alive when everything is over
  data_race,          ///< two accesses, one of them a write or the destruction, unordered
  unpublished,        ///< access to an object whose construction does not happen before it
  escaped_exception,  ///< an exception left a thread of the scenario
  crash,              ///< a signal: a wild pointer, an abort
  misuse,             ///< the scenario asks for what the checker does not offer
};

const char* name_of(violation_kind kind) noexcept;

/// What went wrong in one execution.
struct violation {
  violation_kind kind = violation_kind::none;
  std::string message;

  explicit operator bool() const noexcept { return kind != violation_kind::none; }
};

}  // namespace cqs::check
