#include <checker/explore/explore.h>

#include <ctime>

#include <checker/explore/depth_first.h>

namespace cqs::check {

namespace {

/// The number of executions between two readings of the clock.
constexpr std::uint64_t executions_per_look = 64;

/// This thread's processor time: an exploration gets equally far on a busy and on an idle machine.
double seconds_now() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

result explore(const program& program, strategy& strategy, const settings& settings, const limits& limits) {
  const double start = seconds_now();
  const auto elapsed = [&] { return seconds_now() - start; };
  execution runner;
  result found;
  found.trace.weak = settings.weak;
  bool more = true;
  while (more && found.schedules < limits.schedules) {
    const outcome how = runner.run(program, strategy, settings);
    ++found.schedules;
    found.steps += runner.steps();
    found.abandoned += static_cast<std::uint64_t>(how == outcome::abandoned);
    if (how == outcome::violated) {
      found.what = runner.what_failed();
      found.trace.steps = runner.taken();
      break;
    }
    more = strategy.next();
    if (found.schedules % executions_per_look == 0 && elapsed() > limits.seconds) {
      break;
    }
  }
  found.complete = !more;
  found.seconds = elapsed();
  return found;
}

result explore_all(const program& program, const settings& settings, const limits& limits) {
  depth_first strategy(settings);
  result found = explore(program, strategy, settings, limits);
  found.states = strategy.states();
  return found;
}

}  // namespace cqs::check
