#include <checker/explore/depth_first.h>

#include <utility>

namespace cqs::check {

step depth_first::choose(const execution& now) {
  if (_depth < _schedule.size()) {
    return _schedule[_depth++];
  }
  const std::uint32_t preemptions = now.preemptions();
  now.list_choices(_choices, preemptions < _bound);
  // A state with a single next step is stored only where `known` will look for it.
  const bool entered = std::exchange(_entering, false);
  if (_reduction && (_choices.size() > 1 || entered) && !_cache.insert(now.state_key(), preemptions)) {
    return abandon;
  }
  if (_choices.size() > 1) {
    _forks.push_back({_depth, _alternatives.size()});
    // In reverse order, because the last alternative is taken first.
    for (std::size_t i = _choices.size(); i-- > 1;) {
      const choice& other = _choices[i];
      _alternatives.push_back({other.what, preemptions + static_cast<std::uint32_t>(other.preempts),
                               _reduction ? now.key_after(other.what) : 0});
    }
  }
  _schedule.push_back(_choices[0].what);
  ++_depth;
  return _choices[0].what;
}

bool depth_first::known(const alternative& candidate) const noexcept {
  return candidate.key != 0 && _cache.contains(candidate.key, candidate.preemptions);
}

bool depth_first::next() {
  _depth = 0;
  while (!_forks.empty()) {
    const fork& last = _forks.back();
    while (_alternatives.size() > last.first) {
      const alternative candidate = _alternatives.back();
      _alternatives.pop_back();
      if (!known(candidate)) {
        _schedule.resize(last.depth);
        _schedule.push_back(candidate.what);
        _entering = true;
        return true;
      }
    }
    _forks.pop_back();
  }
  return false;
}

}  // namespace cqs::check
