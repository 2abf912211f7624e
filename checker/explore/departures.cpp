#include <checker/explore/departures.h>

namespace cqs::check {

step departures::wanted(const execution& now, const departure& here) const noexcept {
  if (now.steps() < _steps.size()) {
    return _steps[now.steps()];
  }
  for (const departure& each : _wanted) {
    if (each.current == here.current && each.decision == here.decision && now.allowed(each.taken)) {
      return each.taken;
    }
  }
  return here.taken;
}

step departures::choose(const execution& now) {
  now.list_choices(_choices);
  departure here{now.current(), _decisions[now.current()]++, _choices[0].what};
  const step chosen = wanted(now, here);
  if (chosen != here.taken) {
    here.taken = chosen;
    _taken.push_back(here);
  }
  return chosen;
}

}  // namespace cqs::check
