#include "support/progress.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "support/text.h"

namespace cqs::support {

namespace {

constexpr auto between_lines = std::chrono::seconds(15);

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

}  // namespace

progress::progress(std::size_t steps, std::chrono::duration<double> expected)
    : _steps(steps), _expected(expected), _terminal(isatty(STDERR_FILENO) == 1) {}

std::string progress::eta() const {
  const std::chrono::duration<double> passed = clock::now() - _start;
  const double share = _steps == 0 ? 1 : static_cast<double>(_done) / static_cast<double>(_steps);
  // At first the estimate, later the pace so far.
  const double by_pace = share > 0 ? passed.count() * (1 - share) / share : 0;
  const double by_estimate = _expected.count() * (1 - share);
  return format_duration(std::chrono::duration<double>(share * by_pace + (1 - share) * by_estimate));
}

void progress::begin(const std::string& name) {
  if (_terminal) {
    draw(name);
  } else if (_done > 0 && clock::now() - _last_line >= between_lines) {
    _last_line = clock::now();
    fmt::print(stderr, "{} of {} samples, {} left\n", _done, _steps, eta());
  }
}

void progress::end() {
  ++_done;
}

void progress::reach(std::size_t done, std::size_t steps, const std::string& name) {
  _done = done;
  _steps = steps;
  begin(name);
}

void progress::draw(const std::string& name) {
  constexpr std::size_t width = 24;
  const std::size_t filled = _steps == 0 ? width : width * _done / _steps;
  std::string line = fmt::format("[{}{}] {}/{}  {} left  {}", std::string(filled, '#'),
                                 std::string(width - filled, ' '), _done, _steps, eta(), name);
  line.resize(std::min(line.size(), terminal_width() - 1));
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
}

void progress::clear() {
  if (_terminal) {
    fmt::print(stderr, "\r\033[K");
  }
}

void progress::tell(const std::string& line) {
  clear();
  fmt::print(stderr, "{}\n", line);
}

void progress::finish() {
  clear();
}

}  // namespace cqs::support
