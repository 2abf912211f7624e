#include <checker/explore/minimise.h>

#include <algorithm>
#include <optional>
#include <vector>

#include <checker/explore/departures.h>

namespace cqs::check {

namespace {

/// The limit for a search with a smaller preemption bound.
constexpr limits search_limits{.schedules = 200'000, .seconds = 2};
/// The maximum number of executions for removing departures.
constexpr std::size_t most_attempts = 4000;

bool same_failure(const violation& a, const violation& b) {
  return a.kind == b.kind && (a.kind != violation_kind::assertion || a.message == b.message);
}

class reducer {
 public:
  reducer(const program& program, const settings& settings, const result& found)
      : _program(program), _settings(settings), _best(found) {
    _settings.weak = found.trace.weak;
  }

  result reduce() {
    departures original = departures::of(_best.trace.steps);
    if (run(original)) {
      search_below(_runner.preemptions());
      departures best = departures::of(_best.trace.steps);
      run(best);
      remove_departures(best.taken());
    }
    return _best;
  }

 private:
  bool run(departures& strategy) {
    const outcome how = _runner.run(_program, strategy, _settings);
    return how == outcome::violated && same_failure(_runner.what_failed(), _best.what);
  }

  void search_below(std::uint32_t preemptions) {
    settings smaller = _settings;
    for (smaller.bound = 0; smaller.bound < preemptions; ++smaller.bound) {
      const result found = explore_all(_program, smaller, search_limits);
      if (found.what && same_failure(found.what, _best.what)) {
        _best.trace = found.trace;
        _best.what = found.what;
        return;
      }
    }
  }

  /// Delta debugging: removes smaller and smaller groups of departures while the violation remains.
  void remove_departures(std::vector<departure> kept) {
    std::size_t attempts = 0;
    for (std::size_t group = kept.size(); group > 0; group /= 2) {
      for (std::size_t first = 0; first < kept.size() && ++attempts < most_attempts;) {
        std::vector<departure> fewer = kept;
        const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(first);
        fewer.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(group, kept.size() - first)));
        departures strategy = departures::along(std::move(fewer));
        if (run(strategy) && strategy.taken().size() < kept.size()) {
          kept = strategy.taken();
          _best.trace.steps = _runner.taken();
          _best.what = _runner.what_failed();
        } else {
          first += group;
        }
      }
    }
  }

  const program& _program;
  settings _settings;
  result _best;
  execution _runner;
};

}  // namespace

result minimise(const program& program, const settings& settings, const result& found) {
  return reducer(program, settings, found).reduce();
}

}  // namespace cqs::check
