#include <checker/explore/pct.h>

namespace cqs::check {

namespace {

/// Of 8 operations with several variants, the number that take the ordinary variant.
constexpr std::size_t ordinary = 7;

}  // namespace

void pct::begin(const execution& now) {
  for (thread_id id = 1; id <= now.thread_count(); ++id) {
    _priority[id] = id;
  }
  for (thread_id id = now.thread_count(); id > 1; --id) {
    std::swap(_priority[id], _priority[1 + _random.below(id)]);
  }
  _lowest = 0;
  for (std::uint32_t& change : _changes) {
    change = static_cast<std::uint32_t>(_random.below(_longest));
  }
}

step pct::choose(const execution& now) {
  _longest = std::max(_longest, now.steps() + 1);
  // A busy-waiting thread would keep all threads of lower priority from running, so it gets the lowest
  // priority.
  const thread_id current = now.current();
  if (std::find(_changes.begin(), _changes.end(), now.steps()) != _changes.end() ||
      now.thread_at(current).pausing) {
    _priority[current] = --_lowest;
  }
  now.list_choices(_choices);
  const choice* best = _choices.begin();
  for (const choice& candidate : _choices) {
    const bool higher = _priority[candidate.what.thread] > _priority[best->what.thread];
    const bool other_way = candidate.what.thread == best->what.thread && _random.below(8) >= ordinary;
    if (higher || other_way) {
      best = &candidate;
    }
  }
  return best->what;
}

}  // namespace cqs::check
