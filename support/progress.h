#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace cqs::support {

/// Shows the progress of a sweep: on a terminal a bar that stays on its line, elsewhere a line from time to
/// time.
class progress {
 public:
  /// `expected` is the estimated time of all steps; the real pace corrects it.
  progress(std::size_t steps, std::chrono::duration<double> expected);

  void begin(const std::string& name);
  void end();
  /// For steps of other processes: `done` of `steps` are finished; `name` says what they work on.
  void reach(std::size_t done, std::size_t steps, const std::string& name);
  /// Prints a line that stays.
  void tell(const std::string& line);
  void finish();

  std::string eta() const;

 private:
  using clock = std::chrono::steady_clock;

  void draw(const std::string& name);
  void clear();

  std::size_t _steps;
  std::size_t _done = 0;
  std::chrono::duration<double> _expected;
  clock::time_point _start = clock::now();
  clock::time_point _last_line = _start;
  bool _terminal;
};

}  // namespace cqs::support
