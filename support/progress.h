#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace cqs::support {

/// Tells how far a sweep is: by a bar that stays in its line on a terminal, by a line now and then elsewhere.
class progress {
 public:
  /// `expected` is what each step was estimated to take in all; the real pace corrects it.
  progress(std::size_t steps, std::chrono::duration<double> expected);

  void begin(const std::string& name);
  void end();
  /// For steps that others take: so many are done now, of so many; `name` says what they are at.
  void reach(std::size_t done, std::size_t steps, const std::string& name);
  /// A line that stays.
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
