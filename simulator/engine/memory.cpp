#include "simulator/engine/memory.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

namespace cqs::simulator {

memory::answer memory::access(thread& who, const void* address, access_kind kind, fibers::site where) {
  line& l = line_of(address, who.core);
  const line::request request{&who, kind, who.now, where};
  if (may(l, who.core, who.now, kind)) {
    const picoseconds done = std::max(who.now, l.storer == &who ? 0 : l.settled) + own_cost(l, who, kind);
    if (kind == access_kind::rmw) {
      l.busy_until = done;
    } else if (kind == access_kind::store) {
      l.storer = &who;
      l.settled = who.now + _machine.costs().sibling;
    }
    who.last_line = &l;
    return {l, true, false, done, who.now};
  }
  who.last_line = &l;
  if (who.now < l.busy_until || !l.waiting.empty()) {
    l.waiting.push_back(request);
    return {l, false, true, 0, 0};
  }
  const times served = serve(l, request, who.now);
  return {l, false, false, served.done, served.owned};
}

bool memory::may(const line& l, unsigned core, picoseconds now, access_kind kind) {
  if (!l.holders[core]) {
    return false;
  }
  if (kind == access_kind::load) {
    return !l.exclusive || now >= l.busy_until;
  }
  // While others wait for the line, its owner waits as they do: else it could keep the line forever.
  return l.exclusive && now >= l.busy_until && l.waiting.empty();
}

picoseconds memory::own_cost(const line& l, const thread& who, access_kind kind) {
  const auto& costs = _machine.costs();
  const bool first = _first_level[who.core].use(l.number);
  const bool second = _second_level[who.core].use(l.number);
  const picoseconds beyond_first = first ? 0 : (second ? costs.second_level : costs.third_level);
  if (kind == access_kind::store) {
    return costs.store;  // the thread does not wait for the line
  }
  if (kind == access_kind::rmw) {
    return costs.rmw + beyond_first;
  }
  return first ? (who.last_line == &l ? costs.load_hit : costs.load_latency) : beyond_first;
}

memory::grant memory::serve_next(line& l, picoseconds now) {
  l.luck = l.luck * 1664525U + 1013904223U;
  const std::size_t chosen = (std::uint64_t{l.luck >> 8} * l.waiting.size()) >> 24;
  std::swap(l.waiting[chosen], l.waiting.back());
  const line::request request = l.waiting.back();
  l.waiting.pop_back();
  const times served = serve(l, request, now);
  return {*request.who, request.kind, served.done, served.owned};
}

memory::times memory::serve(line& l, const line::request& request, picoseconds now) {
  const unsigned core = request.who->core;
  _first_level[core].use(l.number);
  _second_level[core].use(l.number);
  core_set others = l.holders;
  others.reset(core);
  const bool load = request.kind == access_kind::load;
  // A core must make its shared copy exclusive, even if no other core holds a copy.
  const distance from = l.holders[core] && (l.exclusive || load) ? distance::own
                        : load                                   ? _machine.nearest(core, l.holders)
                        : others.none() && l.holders[core]       ? distance::same_cache
                                                                 : _machine.farthest(core, others);
  const auto copies = static_cast<picoseconds>(others.count());
  const times result = load ? share(l, core, now, from) : own(l, core, now, request.kind, from, copies);
  l.supplier = core;
  l.storer = request.who;
  l.settled = 0;
  note(l, from, result.done - request.since, request.kind, request.where);
  return result;
}

memory::times memory::share(line& l, unsigned core, picoseconds now, distance from) {
  const auto& costs = _machine.costs();
  const picoseconds arrived = now + transfer(l, from);
  // The holder of a shared line sends copies concurrently. An exclusive line passes through its owner.
  const bool shared = l.holders.any() && !l.exclusive;
  l.busy_until = shared ? now + costs.shared_read : arrived;
  l.exclusive = l.holders.none() || (l.exclusive && l.holders[core]);
  l.holders.set(core);
  return {arrived + costs.load_hit, arrived};
}

memory::times memory::own(line& l, unsigned core, picoseconds now, access_kind kind, distance from,
                          picoseconds copies) {
  const auto& costs = _machine.costs();
  const bool waits = kind == access_kind::rmw;
  const picoseconds owned =
      now + transfer(l, from) + costs.invalidation * std::max<picoseconds>(copies - 1, 0);
  l.holders.reset();
  l.holders.set(core);
  l.exclusive = true;
  l.busy_until = waits ? owned + costs.rmw : owned;
  return {waits ? l.busy_until : now + costs.store, owned};
}

picoseconds memory::transfer(const line& l, distance from) const {
  const bool detour = from == distance::other_package && _machine.package_of(l.supplier) != l.home;
  return _machine.transfer(from) + (detour ? _machine.costs().home_detour : 0);
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

line& memory::line_of(const void* address, unsigned core) {
  const std::uintptr_t number = _addresses.line_number(address);
  recent& guess = _recent[number % _recent.size()];
  if (guess.number == number && guess.found != nullptr) {
    return *guess.found;
  }
  line*& found = _by_number[number];
  if (found == nullptr) {
    found = &_lines.emplace_back();
    found->number = static_cast<std::uint32_t>(_lines.size() - 1);
    found->home = _machine.package_of(core);
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
