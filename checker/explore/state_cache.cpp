#include <checker/explore/state_cache.h>

#include <algorithm>

namespace cqs::check {

namespace {

constexpr std::size_t initial_slots = std::size_t{1} << 14;

std::uint8_t clamped(std::uint32_t preemptions) noexcept {
  return static_cast<std::uint8_t>(std::min(preemptions, std::uint32_t{255}));
}

}  // namespace

state_cache::state_cache(std::size_t limit)
    : _limit(limit), _mask(initial_slots - 1), _keys(initial_slots), _preemptions(initial_slots) {}

std::size_t state_cache::slot_of(std::uint64_t key) const noexcept {
  std::size_t slot = key & _mask;
  while (_keys[slot] != 0 && _keys[slot] != key) {
    slot = (slot + 1) & _mask;
  }
  return slot;
}

bool state_cache::contains(std::uint64_t key, std::uint32_t preemptions) const noexcept {
  const std::size_t slot = slot_of(key);
  return _keys[slot] == key && _preemptions[slot] <= clamped(preemptions);
}

bool state_cache::insert(std::uint64_t key, std::uint32_t preemptions) {
  const std::size_t slot = slot_of(key);
  if (_keys[slot] == key) {
    if (_preemptions[slot] <= clamped(preemptions)) {
      return false;
    }
    _preemptions[slot] = clamped(preemptions);
    return true;
  }
  if (_size < _limit) {
    _keys[slot] = key;
    _preemptions[slot] = clamped(preemptions);
    ++_size;
    if (_size * 10 > _keys.size() * 7) {
      grow();
    }
  }
  return true;
}

void state_cache::grow() {
  std::vector<std::uint64_t> keys(_keys.size() * 2);
  std::vector<std::uint8_t> preemptions(keys.size());
  keys.swap(_keys);
  preemptions.swap(_preemptions);
  _mask = _keys.size() - 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] != 0) {
      const std::size_t slot = slot_of(keys[i]);
      _keys[slot] = keys[i];
      _preemptions[slot] = preemptions[i];
    }
  }
}

}  // namespace cqs::check
