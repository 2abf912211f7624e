#include "simulator/engine/memory.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

namespace cqs::simulator {

memory::answer memory::access(unsigned core, picoseconds now, const void* address, access_kind kind,
                              fibers::site where) {
  line& l = line_of(address);
  return kind == access_kind::load ? load(l, core, now, where) : own(l, core, now, kind, where);
}

memory::answer memory::load(line& l, unsigned core, picoseconds now, fibers::site where) {
  const auto& costs = _machine.costs();
  const distance from = _machine.nearest(core, l.holders);
  if (from == distance::own || owns(l, core, now)) {
    return {l, true, now + costs.load_hit, now};
  }
  const picoseconds begin = next_service(l, now);
  const picoseconds arrived = begin + _machine.transfer(from);
  // The holder of a shared line sends copies concurrently. An exclusive line passes through its owner.
  const bool shared = l.holders.any() && !l.exclusive;
  l.busy_until = shared ? begin + costs.shared_read : arrived;
  l.exclusive = l.holders.none();
  l.holders.set(core);
  const picoseconds done = arrived + costs.load_hit;
  note(l, from, done - now, access_kind::load, where);
  return {l, false, done, arrived};
}

memory::answer memory::own(line& l, unsigned core, picoseconds now, access_kind kind, fibers::site where) {
  const auto& costs = _machine.costs();
  const bool waits = kind == access_kind::rmw;
  if (owns(l, core, now)) {
    return {l, true, now + (waits ? costs.rmw : costs.store), now};
  }
  core_set others = l.holders;
  others.reset(core);
  // A core must make its shared copy exclusive, even if no other core holds a copy.
  const distance from =
      others.none() && l.holders[core] ? distance::same_cache : _machine.farthest(core, others);
  const auto copies = static_cast<picoseconds>(others.count());
  const picoseconds owned = next_service(l, now) + _machine.transfer(from) +
                            costs.invalidation * std::max<picoseconds>(copies - 1, 0);
  l.holders.reset();
  l.holders.set(core);
  l.exclusive = true;
  l.busy_until = waits ? owned + costs.rmw : owned;
  const picoseconds done = waits ? l.busy_until : now + costs.store;
  note(l, from, done - now, kind, where);
  return {l, false, done, owned};
}

bool memory::owns(line& l, unsigned core, picoseconds now) {
  if (l.exclusive && l.holders[core]) {
    return true;
  }
  while (!l.stays.empty() && l.stays.front().until <= now) {
    l.stays.pop_front();
  }
  return !l.stays.empty() && l.stays.front().core == core;
}

picoseconds memory::next_service(line& l, picoseconds now) const {
  if (!l.exclusive) {
    return std::max(now, l.busy_until);
  }
  l.luck = l.luck * 1664525U + 1013904223U;
  const auto share = static_cast<double>(l.luck >> 8) / static_cast<double>(1U << 24);
  const auto stay = static_cast<picoseconds>(static_cast<double>(_machine.costs().residency) * share);
  const picoseconds begin = std::max(now, l.busy_until + stay);
  // The owner keeps the line until then. (If cores are already queued, the last of them is the owner.)
  unsigned owner = 0;
  while (!l.holders[owner]) {
    ++owner;
  }
  l.stays.push_back({owner, begin});
  return begin;
}

void memory::note(line& l, distance from, picoseconds waited, access_kind kind, fibers::site where) {
  auto found = std::ranges::find_if(l.sites, [&](const auto& s) {
    return s.where.line == where.line && s.kind == kind && s.where.file == where.file;
  });
  if (found == l.sites.end()) {
    found = l.sites.insert(found, {where, kind, {}});
  }
  ++found->traffic.from[static_cast<std::size_t>(from)];
  found->traffic.waited += waited;
}

line& memory::line_of(const void* address) {
  const std::uintptr_t number = _addresses.line_number(address);
  recent& guess = _recent[number % _recent.size()];
  if (guess.number == number && guess.found != nullptr) {
    return *guess.found;
  }
  line*& found = _by_number[number];
  if (found == nullptr) {
    found = &_lines.emplace_back();
    found->label = _addresses.label(address);
  }
  guess = {number, found};
  return *found;
}

std::vector<memory::entry> memory::entries() const {
  using key = std::tuple<std::string, std::string, std::uint32_t, access_kind>;
  std::map<key, entry> sums;
  for (const line& l : _lines) {
    for (const auto& s : l.sites) {
      entry& sum =
          sums.try_emplace({l.label, s.where.file, s.where.line, s.kind}, entry{l.label, s.where, s.kind, {}})
              .first->second;
      sum.traffic.add(s.traffic);
    }
  }
  std::vector<entry> result;
  for (auto& [where, sum] : sums) {
    result.push_back(std::move(sum));
  }
  std::ranges::stable_sort(result, std::ranges::greater(), [](const entry& e) { return e.traffic.waited; });
  return result;
}

void memory::forget_traffic() noexcept {
  for (line& l : _lines) {
    l.sites.clear();
  }
}

}  // namespace cqs::simulator
