#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// One step of an execution: the thread that continues, and the variant of its operation if there are
/// several.
///
/// | the thread is about to | variant 0           | variant n                        | `spurious`           |
/// |------------------------|---------------------|----------------------------------|----------------------|
/// | load                   | reads the newest    | reads the n-th before the newest |                      |
/// | compare-exchange       | on the newest       | fails on the n-th before it      | fails spuriously     |
/// | wake one               | wakes the first     | wakes the n-th after the first   |                      |
/// | continue sleeping      | its deadline passes |                                  | wakes spuriously     |
struct step {
  thread_id thread = 0;
  std::uint8_t variant = 0;

  friend bool operator==(step, step) = default;
};

inline constexpr std::uint8_t spurious_variant = 99;

/// Tells the scheduler to abandon the execution, because its continuation is already explored.
inline constexpr step abandon{0, 255};

/// A schedule: it determines an execution.
using schedule = std::vector<step>;

/// `sc:a3ba~1`: the mode, then threads a, b, …, each with a number of steps, or with a variant after `~`.
struct trace {
  bool weak = false;
  schedule steps;
};

struct bad_trace : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string to_string(const trace& trace);

/// Throws `bad_trace` with the position and the reason.
trace parse_trace(std::string_view text);

/// Returns a, b, c, … for threads in traces and reports; "main" for the main thread.
std::string name_of_thread(thread_id thread);

}  // namespace cqs::check
