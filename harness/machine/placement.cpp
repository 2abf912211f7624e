#include "harness/machine/placement.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/error.h"
#include "support/nearest_name.h"

namespace cqs::harness {

namespace {

using by_nearness = std::vector<support::processor>;

std::vector<unsigned> numbers(const by_nearness& processors) {
  std::vector<unsigned> result;
  for (const support::processor& p : processors) {
    result.push_back(p.os_index);
  }
  return result;
}

template <class Key>
std::vector<unsigned> sorted(by_nearness processors, Key key) {
  std::ranges::stable_sort(processors, {}, key);
  return numbers(processors);
}

/// Numbers from 0 within each owner, in the order of first sight.
class ranks {
 public:
  unsigned of(unsigned owner, unsigned thing) {
    auto& things = _things[owner];
    const auto found = std::ranges::find(things, thing);
    if (found != things.end()) {
      return static_cast<unsigned>(found - things.begin());
    }
    things.push_back(thing);
    return static_cast<unsigned>(things.size() - 1);
  }

 private:
  std::map<unsigned, std::vector<unsigned>> _things;
};

std::vector<unsigned> scattered(const by_nearness& processors) {
  ranks cores_of_cache;
  ranks caches_of_package;
  struct slot {
    std::tuple<unsigned, unsigned, unsigned, unsigned> key;
    unsigned os_index;
  };
  std::vector<slot> slots;
  for (const support::processor& p : processors) {
    slots.push_back(
        {{p.sibling, cores_of_cache.of(p.cache, p.core), caches_of_package.of(p.package, p.cache), p.package},
         p.os_index});
  }
  std::ranges::stable_sort(slots, {}, &slot::key);
  std::vector<unsigned> result;
  for (const slot& s : slots) {
    result.push_back(s.os_index);
  }
  return result;
}

std::vector<unsigned> round_robin(const std::vector<unsigned>& slots, std::size_t threads) {
  std::vector<unsigned> result;
  for (std::size_t i = 0; !slots.empty() && i < threads; ++i) {
    result.push_back(slots[i % slots.size()]);
  }
  return result;
}

unsigned parse_cpu(std::string_view text, const std::string& whole) {
  unsigned cpu = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpu);
  if (error != std::errc{} || end != text.data() + text.size() || cpu > 65535) {
    throw support::user_error(
        fmt::format("'{}' in the list of CPUs '{}' is not the number of a CPU", text, whole));
  }
  return cpu;
}

}  // namespace

std::vector<unsigned> parse_cpu_list(const std::string& text) {
  std::vector<unsigned> cpus;
  std::string_view rest = text;
  while (true) {
    const auto comma = rest.find(',');
    const auto part = rest.substr(0, comma);
    const auto dash = part.find('-');
    const unsigned first = parse_cpu(part.substr(0, dash), text);
    const unsigned last = dash == std::string_view::npos ? first : parse_cpu(part.substr(dash + 1), text);
    if (last < first) {
      throw support::user_error(
          fmt::format("the range '{}' in the list of CPUs '{}' runs backwards", part, text));
    }
    for (unsigned cpu = first; cpu <= last; ++cpu) {
      cpus.push_back(cpu);
    }
    if (comma == std::string_view::npos) {
      return cpus;
    }
    rest.remove_prefix(comma + 1);
  }
}

std::string format_cpu_list(std::vector<unsigned> cpus) {
  std::ranges::sort(cpus);
  std::string text;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] <= cpus[last] + 1) {
      ++last;
    }
    text += text.empty() ? "" : ",";
    text += cpus[last] == cpus[i] ? fmt::format("{}", cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[last]);
    i = last + 1;
  }
  return text;
}

const std::vector<std::string>& placement::policies() {
  static const std::vector<std::string> names{"compact", "socket", "smt", "scatter", "none"};
  return names;
}

placement placement::parse(const std::string& text) {
  placement result;
  result._name = text;
  const auto named = std::ranges::find(policies(), text);
  if (named != policies().end()) {
    result._policy = static_cast<policy>(named - policies().begin());
  } else if (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    result._policy = policy::listed;
    result._listed = parse_cpu_list(text);
  } else {
    throw support::user_error(
        fmt::format("there is no placement '{}'{}; there are {}, and lists of CPUs such as 0,2,4-7", text,
                    support::did_you_mean(text, policies()), fmt::join(policies(), ", ")));
  }
  return result;
}

std::vector<unsigned> placement::order(const support::topology& machine) const {
  const by_nearness& all = machine.processors();
  switch (_policy) {
    case policy::compact:
      return sorted(all, &support::processor::sibling);
    case policy::socket:
      return sorted(all, [](const support::processor& p) { return std::pair(p.package, p.sibling); });
    case policy::smt:
      return numbers(all);
    case policy::scatter:
      return scattered(all);
    case policy::none:
      return {};
    case policy::listed:
      break;
  }
  for (const unsigned cpu : _listed) {
    if (machine.find(cpu) == nullptr) {
      throw support::user_error(
          fmt::format("CPU {} of the placement '{}' cannot be used: it is offline, or outside of this "
                      "process's cpuset or "
                      "affinity; usable are {}",
                      cpu, _name, format_cpu_list(numbers(all))));
    }
  }
  return _listed;
}

std::vector<unsigned> placement::place(const support::topology& machine, std::size_t threads) const {
  return round_robin(order(machine), threads);
}

std::vector<unsigned> placement::place_unchecked(std::size_t threads) const {
  return round_robin(_listed, threads);
}

}  // namespace cqs::harness
