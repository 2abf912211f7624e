#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// One step of an execution: which thread goes on, and how, where its operation can go several ways.
///
/// | the thread is about to | variant 0           | variant n                        | `spurious`           |
/// |------------------------|---------------------|----------------------------------|----------------------|
/// | load                   | reads the newest    | reads the n-th before the newest |                      |
/// | compare-exchange       | on the newest       | fails on the n-th before it      | fails for no reason  |
/// | wake one               | wakes the first     | wakes the n-th after the first   |                      |
/// | go on sleeping         | its deadline passes |                                  | wakes for no reason  |
struct step {
  thread_id thread = 0;
  std::uint8_t variant = 0;

  friend bool operator==(step, step) = default;
};

inline constexpr std::uint8_t spurious_variant = 99;

/// Tells the scheduler to drop the execution: what follows is known.
inline constexpr step abandon{0, 255};

/// A schedule determines an execution.
using schedule = std::vector<step>;

/// `sc:a3ba~1`: mode, then threads a, b, …, each with a count of steps, or with its variant after `~`.
struct trace {
  bool weak = false;
  schedule steps;
};

struct bad_trace : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string to_string(const trace& trace);

/// Throws `bad_trace` with the place and the reason.
trace parse_trace(std::string_view text);

/// Threads are a, b, c, … in traces and reports; the main thread is called main.
std::string name_of_thread(thread_id thread);

}  // namespace cqs::check
