#include "simulator/machine.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "simulator/built_in_machines.h"
#include "simulator/cost_names.h"
#include "support/error.h"
#include "support/nearest_name.h"

namespace cqs::simulator {

namespace {

using support::user_error;
using json = nlohmann::json;

/// Requires that an object in a machine file has exactly these members.
void check_keys(const json& object, const std::vector<std::string>& keys, const std::string& where) {
  if (!object.is_object()) {
    throw user_error(fmt::format("machine {}: expected an object in braces", where));
  }
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(keys, key) == keys.end()) {
      throw user_error(fmt::format("machine {} has the unknown key '{}'{}; the known keys are {}", where, key,
                                   support::did_you_mean(key, keys), fmt::join(keys, ", ")));
    }
  }
  for (const std::string& key : keys) {
    if (!object.contains(key)) {
      throw user_error(fmt::format("machine {} lacks the key '{}'", where, key));
    }
  }
}

std::string text_of(const json& object, const std::string& key, const std::string& where) {
  if (!object.at(key).is_string()) {
    throw user_error(fmt::format("machine {}: '{}' must be a string", where, key));
  }
  return object.at(key);
}

/// `[number, "source"]`, or `[number, [least, greatest], "source"]` if the source leaves a range.
double number_of(const json& entry, const std::string& key, const std::string& where) {
  const bool ranged = entry.is_array() && entry.size() == 3;
  const bool right = entry.is_array() && (entry.size() == 2 || ranged) && entry[0].is_number() &&
                     entry.back().is_string() && !entry.back().get<std::string>().empty();
  if (!right) {
    throw user_error(fmt::format("machine {}: '{}' must be [number, \"source of the number\"], not {}", where,
                                 key, entry.dump()));
  }
  const double value = entry[0];
  if (!(value >= 0 && value <= 1e12)) {
    throw user_error(fmt::format("machine {}: '{}' must be from 0 to 1e12, not {}", where, key, value));
  }
  if (ranged) {
    const json& range = entry[1];
    if (!range.is_array() || range.size() != 2 || !range[0].is_number() || !range[1].is_number() ||
        range[0] > value || range[1] < value) {
      throw user_error(
          fmt::format("machine {}: the range of '{}' must be [least, greatest] around {}, not {}", where, key,
                      value, range.dump()));
    }
  }
  return value;
}

costs costs_of(const json& object, const std::string& where) {
  std::vector<std::string> keys;
  for (const auto& [name, member] : cost_names) {
    keys.emplace_back(name);
  }
  for (const auto& [name, member] : ratio_names) {
    keys.emplace_back(name);
  }
  check_keys(object, keys, where);
  costs result;
  for (const auto& [name, member] : cost_names) {
    const std::string key(name);
    result.*member = from_ns(number_of(object.at(key), key, where));
  }
  for (const auto& [name, member] : ratio_names) {
    const std::string key(name);
    result.*member = number_of(object.at(key), key, where);
  }
  return result;
}

/// The entries of a list of objects that have exactly these members; `source` is one of them.
std::vector<json> entries_of(const json& list, const std::vector<std::string>& keys,
                             const std::string& where) {
  if (!list.is_array()) {
    throw user_error(fmt::format("machine {}: expected a list in brackets", where));
  }
  for (const json& entry : list) {
    check_keys(entry, keys, where);
    if (text_of(entry, "source", where).empty()) {
      throw user_error(fmt::format("machine {}: {} needs a source", where, entry.dump()));
    }
  }
  return {list.begin(), list.end()};
}

double plain_number_of(const json& object, const std::string& key, const std::string& where) {
  if (!object.at(key).is_number() || object.at(key) < 0) {
    throw user_error(fmt::format("machine {}: '{}' must be a number from 0 on", where, key));
  }
  return object.at(key);
}

std::vector<idle_state> idle_states_of(const json& list, const std::string& where) {
  std::vector<idle_state> states;
  for (const json& entry : entries_of(list, {"name", "from", "exit", "source"}, where)) {
    idle_state state{text_of(entry, "name", where), from_ns(plain_number_of(entry, "from", where)),
                     from_ns(plain_number_of(entry, "exit", where))};
    if (!states.empty() && states.back().from >= state.from) {
      throw user_error(
          fmt::format("machine {}: '{}' must begin later than the state before it", where, state.name));
    }
    states.push_back(std::move(state));
  }
  return states;
}

std::vector<published_value> published_of(const json& list, const std::string& where) {
  std::vector<published_value> values;
  for (const json& entry : entries_of(list, {"what", "ns", "tolerance", "source"}, where)) {
    values.push_back({text_of(entry, "what", where), plain_number_of(entry, "ns", where),
                      plain_number_of(entry, "tolerance", where), text_of(entry, "source", where)});
  }
  return values;
}

support::topology topology_of(const std::string& text, const std::string& folder) {
  return text.ends_with(".xml") ? support::topology::from_xml(std::filesystem::path(folder) / text)
                                : support::topology::synthetic(text);
}

}  // namespace

machine::machine(support::topology topology, const simulator::costs& costs)
    : _topology(std::move(topology)), _costs(costs) {
  // hwloc's core numbers may have gaps.
  std::map<unsigned, unsigned> core_numbers;
  for (const auto& p : _topology.processors()) {
    const auto next = static_cast<unsigned>(core_numbers.size());
    const unsigned core = core_numbers.try_emplace(p.core, next).first->second;
    _processors.push_back({p.os_index, core});
  }
  if (core_numbers.size() > most_cores) {
    throw user_error(
        fmt::format("a simulated machine has at most {} cores, not {}", most_cores, core_numbers.size()));
  }
  _same_cache.resize(core_numbers.size());
  _same_package.resize(core_numbers.size());
  _packages.resize(core_numbers.size());
  const auto& all = _topology.processors();
  for (std::size_t a = 0; a < all.size(); ++a) {
    _packages[_processors[a].core] = all[a].package;
    for (std::size_t b = 0; b < all.size(); ++b) {
      _same_cache[_processors[a].core][_processors[b].core] =
          all[a].cache == all[b].cache && all[a].package == all[b].package;
      _same_package[_processors[a].core][_processors[b].core] = all[a].package == all[b].package;
    }
  }
  _transfers = {0, costs.same_cache, costs.same_package, costs.other_package, costs.memory};
}

machine machine::parse(const std::string& name, std::string_view text, const std::string& folder) {
  const auto file = json::parse(text, nullptr, false);
  if (file.is_discarded()) {
    throw user_error(fmt::format("machine {} is not JSON", name));
  }
  check_keys(file, {"description", "topology", "idle_states", "published", "costs_ns"}, name);
  machine result(topology_of(text_of(file, "topology", name), folder),
                 costs_of(file.at("costs_ns"), name + ", costs_ns"));
  result._idle_states = idle_states_of(file.at("idle_states"), name + ", idle_states");
  result._published = published_of(file.at("published"), name + ", published");
  result._name = name;
  result._description = text_of(file, "description", name);
  result._text = text;
  return result;
}

machine machine::load(const std::string& name_or_file) {
  if (const auto* const built_in = support::find_embedded(built_in_machines, name_or_file)) {
    return parse(name_or_file, built_in->text);
  }
  const std::filesystem::path path(name_or_file);
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path)) {
    throw user_error(fmt::format("'{}' is neither a built-in machine ({}) nor a readable file{}",
                                 name_or_file, fmt::join(built_in(), ", "),
                                 support::did_you_mean(name_or_file, built_in())));
  }
  std::ostringstream text;
  text << file.rdbuf();
  return parse(path.stem(), text.str(), path.has_parent_path() ? path.parent_path() : ".");
}

std::vector<std::string> machine::built_in() {
  return support::names_of(built_in_machines);
}

picoseconds machine::idle_exit(picoseconds slept) const noexcept {
  picoseconds exit = 0;
  for (const idle_state& state : _idle_states) {
    exit = slept >= state.from ? state.exit : exit;
  }
  return exit;
}

distance machine::farthest(unsigned core, const core_set& holders) const noexcept {
  if (holders.none()) {
    return distance::memory;
  }
  if ((holders & ~_same_package[core]).any()) {
    return distance::other_package;
  }
  return (holders & ~_same_cache[core]).any() ? distance::same_package : distance::same_cache;
}

}  // namespace cqs::simulator
