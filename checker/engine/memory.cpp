#include <checker/engine/memory.h>

#include <sys/mman.h>

#include <limits>
#include <new>

#include <checker/engine/failure.h>
#include <checker/engine/hash.h>
#include <checker/engine/schedule.h>

namespace cqs::check {

namespace {

constexpr std::size_t index_bytes = address_space::granules() * sizeof(std::uint16_t);

/// The maximum age of a message that a load may read. Known errors need an age of one or two.
constexpr std::uint32_t farthest_message = 4;

}  // namespace

memory::memory(const address_space& addresses) : _addresses(addresses) {
  void* const mapping =
      mmap(nullptr, index_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    throw std::bad_alloc();
  }
  _index = static_cast<std::uint16_t*>(mapping);
  _locations.reserve(1024);
  _messages.reserve(4096);
  _locations.emplace_back();
}

memory::~memory() {
  munmap(_index, index_bytes);
}

void memory::reset(bool weak) noexcept {
  for (std::size_t i = 1; i < _locations.size(); ++i) {
    _index[_addresses.granule_of(_locations[i].address)] = 0;
  }
  _locations.resize(1);
  _messages.clear();
  _weak = weak;
}

const location* memory::find(const void* address) const noexcept {
  const std::size_t granule = _addresses.granule_of(address);
  if (granule >= address_space::granules() || _index[granule] == 0) {
    return nullptr;
  }
  return &_locations[_index[granule]];
}

location* memory::find(const void* address) noexcept {
  return const_cast<location*>(static_cast<const memory*>(this)->find(address));
}

void memory::construct(const void* address, location_kind kind, std::uint64_t value, thread& by, site where) {
  const std::size_t granule = _addresses.granule_of(address);
  if (granule >= address_space::granules()) {
    fail_access(address, kind, by, where);
  }
  if (_locations.size() > std::numeric_limits<std::uint16_t>::max()) {
    fail(violation_kind::misuse, [] { return "more than 65535 atomic and plain objects in one execution"; });
  }
  _index[granule] = static_cast<std::uint16_t>(_locations.size());
  location& made = _locations.emplace_back();
  made.address = address;
  made.kind = kind;
  made.alive = true;
  made.creator = by.id;
  made.creation = by.clock.at(by.id);
  made.created = where;
  if (kind == location_kind::atomic) {
    made.newest = static_cast<std::uint32_t>(_messages.size());
    message& first = _messages.emplace_back();
    first.value = value;
    first.token = mix(by.hash, granule);
    first.previous = message::none;
    first.writer = by.id;
    first.written = made.creation;
    made.sleepers_token = first.token;
  } else {
    made.writer = by.id;
    made.written = made.creation;
    made.last_write = where;
  }
}

void memory::destroy(const void* address, const thread& by) {
  location* const gone = find(address);
  if (gone == nullptr || !gone->alive) {
    return;  // created before the execution, or destroyed with an enclosing object
  }
  if (!by.clock.covers(gone->creator, gone->creation)) {
    fail_access(address, gone->kind, by, by.last);
  }
  if (!by.clock.covers(gone->accesses)) {
    fail_race(*gone, "destruction", by, by.last);
  }
  gone->alive = false;
  gone->destroyer = by.id;
  gone->destroyed = by.last;
}

std::uint64_t memory::hash_of_values(std::uint64_t seed) const noexcept {
  std::uint64_t hash = seed;
  for (const location& each : _locations) {
    if (each.alive && each.kind == location_kind::atomic) {
      hash = mix(mix(hash, reinterpret_cast<std::uintptr_t>(each.address)), newest_value(each));
    }
  }
  return hash;
}

location& memory::alive_at(const void* address, location_kind kind, const thread& by, site where) {
  const std::size_t granule = _addresses.granule_of(address);
  if (granule < address_space::granules()) {
    location& found = _locations[_index[granule]];
    if (found.alive && found.kind == kind && by.clock.covers(found.creator, found.creation)) {
      return found;
    }
  }
  fail_access(address, kind, by, where);
}

location& memory::atomic_at(const void* address, const thread& by, site where) {
  return alive_at(address, location_kind::atomic, by, where);
}

void memory::read_plain(const void* address, thread& by, site where) {
  location& data = alive_at(address, location_kind::plain, by, where);
  if (!by.clock.covers(data.writer, data.written)) {
    fail_race(data, "read", by, where);
  }
  note_access(data, by, where);
}

void memory::write_plain(const void* address, thread& by, site where) {
  location& data = alive_at(address, location_kind::plain, by, where);
  if (!by.clock.covers(data.accesses)) {
    fail_race(data, "write", by, where);
  }
  note_access(data, by, where);
  data.writer = by.id;
  data.written = by.clock.at(by.id);
  data.last_write = where;
}

const message& memory::before_newest(const location& where, std::uint32_t distance) const noexcept {
  const message* found = &_messages[where.newest];
  for (; distance > 0; --distance) {
    found = &_messages[found->previous];
  }
  return *found;
}

std::uint32_t memory::older_readable(const location& where, const operation& what,
                                     const thread& by) const noexcept {
  const bool sequential = what.order == std::memory_order::seq_cst;
  std::uint32_t older = 0;
  for (const message* at = &_messages[where.newest];
       at->previous != message::none && older < farthest_message; at = &_messages[at->previous]) {
    const bool known = by.clock.covers(at->writer, at->written) || by.clock.covers_any(at->readers);
    if (known || (sequential && at->position <= where.sequential_floor)) {
      break;
    }
    ++older;
  }
  return older;
}

effect memory::evaluate(const location& where, const operation& what, std::uint8_t variant) const noexcept {
  effect result;
  result.source = where.newest;
  if (what.kind == operation_kind::store) {
    result.writes = true;
    result.value = what.operand;
    return result;
  }
  result.reads = true;
  if (variant == spurious_variant) {
    result.success = false;
    return result;
  }
  const message& read = before_newest(where, variant);
  result.source = static_cast<std::uint32_t>(&read - _messages.data());
  if (what.kind == operation_kind::load) {
    return result;
  }
  if (is_compare_exchange(what.kind) && (variant != 0 || read.value != what.expected)) {
    result.success = false;
    return result;
  }
  result.writes = true;
  result.value = modified(what, read.value);
  return result;
}

std::uint64_t memory::hash_after(const effect& what, std::uint64_t thread_hash) const noexcept {
  const std::uint64_t seen = mix(thread_hash, _messages[what.source].token);
  return seen + static_cast<std::uint64_t>(what.writes) + 2 * static_cast<std::uint64_t>(what.success);
}

message& memory::add_message(location& where) {
  if (!_weak) {  // loads read only the newest message, so it is overwritten
    ++_messages[where.newest].position;
    return _messages[where.newest];
  }
  const std::uint32_t last = where.newest;
  where.newest = static_cast<std::uint32_t>(_messages.size());
  message& added = _messages.emplace_back();
  added.previous = last;
  added.position = _messages[last].position + 1;
  added.sync = _messages[last].sync;
  return added;
}

std::uint64_t memory::commit(location& where, const operation& what, const effect& effect, thread& by) {
  note_access(where, by, what.where);
  const std::memory_order order =
      is_compare_exchange(what.kind) && !effect.success ? what.failure_order : what.order;
  const vector_clock::tick now = by.clock.at(by.id);
  message& source = _messages[effect.source];
  const std::uint64_t old = source.value;
  std::uint32_t touched = source.position;
  if (effect.reads) {
    if (acquires(order)) {
      by.clock.join(source.sync);
    }
    if (_weak && source.readers.at(by.id) == 0) {
      source.readers.set(by.id, now);
    }
  }
  if (effect.writes) {
    message& written = add_message(where);
    // A read-modify-write continues the release sequence that it reads from; a store begins a new one.
    if (!effect.reads) {
      written.sync.clear();
    }
    if (releases(order)) {
      written.sync.join(by.clock);
    }
    written.value = effect.value;
    written.token = by.hash;
    written.writer = by.id;
    written.written = now;
    touched = written.position;
  }
  if (order == std::memory_order::seq_cst && touched > where.sequential_floor) {
    where.sequential_floor = touched;
  }
  by.clock.advance(by.id);
  return old;
}

}  // namespace cqs::check
