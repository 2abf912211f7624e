#include "harness/sweep/profile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/machine/placement.h"
#include "harness/sweep/built_in_profiles.h"
#include "support/error.h"
#include "support/nearest_name.h"
#include "support/section_file.h"
#include "support/text.h"

namespace cqs::harness {

class profile_parser {
 public:
  profile_parser(std::string name, std::string_view text, const std::vector<experiment>& experiments)
      : _experiments(experiments) {
    _profile._name = std::move(name);
    _profile._text = text;
  }

  profile parse() {
    support::read_sections("profile " + _profile._name, _profile._text,
                           [this](const support::section_line& line) { read(line); });
    finish_section();
    check_completeness();
    if (_all_experiments) {
      add_missing_experiments();
    }
    if (_profile._sections.empty()) {
      throw support::user_error(
          fmt::format("profile {}: it has no section, such as [mutex]", _profile._name));
    }
    return std::move(_profile);
  }

 private:
  void read(const support::section_line& line) {
    if (line.begins_section) {
      finish_section();
      begin_section(line.name);
      _section_lines[line.name] = line.number;
      return;
    }
    const auto values = support::split(line.value, ',');
    if (std::ranges::find(values, "") != values.end()) {
      throw support::user_error(fmt::format("'{}' has an empty value", line.name));
    }
    _experiment == nullptr ? set_global(line.name, values) : set(line.name, values);
  }

  void begin_section(const std::string& name) {
    _experiment = &find_experiment(_experiments, name);
    if (std::ranges::find(_profile._sections, name, &profile::section::experiment) !=
        _profile._sections.end()) {
      throw support::user_error(fmt::format("the section [{}] is there twice", name));
    }
    _section = {};
    _section.experiment = name;
    _section.processes = _processes;
    _section.sample_ms = _sample_ms;
    _section.without = _without;
  }

  void finish_section() {
    if (_experiment == nullptr) {
      return;
    }
    fill_in_defaults(*_experiment, _section);
    _profile._sections.push_back(std::move(_section));
  }

  /// Of the sections that the profile has.
  void check_completeness() const {
    for (const profile::section& section : _profile._sections) {
      const experiment& e = find_experiment(_experiments, section.experiment);
      const auto missing =
          std::ranges::find_if(e.axes, [&section](const axis& a) { return section.grid.at(a.name).empty(); });
      const bool lacks_threads = !e.threads && section.threads.empty();
      if (missing != e.axes.end() || lacks_threads) {
        throw support::user_error(fmt::format("profile {}, line {}: the section [{}] lacks the key '{}'",
                                              _profile._name, _section_lines.at(section.experiment),
                                              section.experiment,
                                              missing != e.axes.end() ? missing->name : "threads"));
      }
    }
  }

  /// What a section leaves out is as the experiment declares it.
  static void fill_in_defaults(const experiment& e, profile::section& section) {
    for (const axis& a : e.axes) {
      section.grid.try_emplace(a.name, a.values);
    }
    if (section.threads.empty() && !e.threads) {
      section.threads = e.thread_counts;
    }
  }

  /// The experiments without a section, where the profile wants all: with their default grids.
  void add_missing_experiments() {
    for (const experiment& e : _experiments) {
      const bool there = std::ranges::find(_profile._sections, e.name, &profile::section::experiment) !=
                         _profile._sections.end();
      const bool complete = std::ranges::none_of(e.axes, [](const axis& a) { return a.values.empty(); }) &&
                            (e.threads || !e.thread_counts.empty());
      if (!there && complete) {
        begin_section(e.name);
        finish_section();
      }
    }
    std::ranges::sort(_profile._sections, {}, [this](const profile::section& section) {
      return std::ranges::find(_experiments, section.experiment, &experiment::name) - _experiments.begin();
    });
  }

  static unsigned only(const std::string& key, const std::vector<std::string>& values, unsigned greatest,
                       unsigned least = 1) {
    if (values.size() != 1) {
      throw support::user_error(fmt::format("'{}' takes one value", key));
    }
    return static_cast<unsigned>(support::parse_number(values.front(), "'" + key + "'", least, greatest));
  }

  void set_global(const std::string& key, const std::vector<std::string>& values) {
    if (key == "processes") {
      _processes = only(key, values, 1000);
    } else if (key == "sample_ms") {
      _sample_ms = only(key, values, 3'600'000);
    } else if (key == "timeout_s") {
      _profile._timeout_s = only(key, values, 86'400);
    } else if (key == "repeats") {
      _profile._repeats = only(key, values, 10, 0);
    } else if (key == "placements") {
      for (const std::string& v : values) {
        placement::parse(v);
      }
      _profile._placements = values;
    } else if (key == "without") {
      _without = values;
    } else if (key == "experiments") {
      if (values != std::vector<std::string>{"all"}) {
        throw support::user_error("'experiments' takes the value all");
      }
      _all_experiments = true;
    } else {
      unknown(key, {"processes", "sample_ms", "timeout_s", "repeats", "placements", "without", "experiments"},
              "before the first section");
    }
  }

  /// Numbers, unless the experiment declares words.
  static void require_value_of(const axis& a, const std::string& value) {
    const auto is_word = [](const std::string& v) {
      return v.find_first_not_of("0123456789") != std::string::npos;
    };
    if (std::ranges::none_of(a.values, is_word)) {
      support::parse_number(value, "'" + a.name + "'", 0, INT64_MAX);
    } else if (std::ranges::find(a.values, value) == a.values.end()) {
      throw support::user_error(fmt::format("there is no {} '{}'{}; there are {}", a.name, value,
                                            support::did_you_mean(value, a.values),
                                            fmt::join(a.values, ", ")));
    }
  }

  void set(const std::string& key, const std::vector<std::string>& values) {
    if (key == "processes") {
      _section.processes = only(key, values, 1000);
    } else if (key == "sample_ms") {
      _section.sample_ms = only(key, values, 3'600'000);
    } else if (key == "implementations") {
      _section.implementations = values;
    } else if (key == "without") {
      _section.without = values;
    } else if (key == "threads" && !_experiment->threads) {
      for (const std::string& v : values) {
        thread_counts(v, 1);
      }
      _section.threads = values;
    } else if (const auto found = std::ranges::find(_experiment->axes, key, &axis::name);
               found != _experiment->axes.end()) {
      for (const std::string& v : values) {
        require_value_of(*found, v);
      }
      if (!_section.grid.emplace(key, values).second) {
        throw support::user_error(fmt::format("the key '{}' is there twice", key));
      }
    } else {
      std::vector<std::string> known;
      std::ranges::transform(_experiment->axes, std::back_inserter(known), &axis::name);
      known.insert(known.end(), {"processes", "sample_ms", "implementations", "without"});
      if (!_experiment->threads) {
        known.emplace_back("threads");
      }
      unknown(key, known, "in [" + _section.experiment + "]");
    }
  }

  [[noreturn]] static void unknown(const std::string& key, const std::vector<std::string>& known,
                                   const std::string& where) {
    throw support::user_error(fmt::format("there is no key '{}' {}{}; there are {}", key, where,
                                          support::did_you_mean(key, known), fmt::join(known, ", ")));
  }

  const std::vector<experiment>& _experiments;
  profile _profile;
  profile::section _section;
  const experiment* _experiment = nullptr;
  unsigned _processes = 5;
  unsigned _sample_ms = 50;
  std::vector<std::string> _without;
  bool _all_experiments = false;
  std::map<std::string, unsigned> _section_lines;
};

profile profile::parse(const std::string& name, std::string_view text,
                       const std::vector<experiment>& experiments) {
  return profile_parser(name, text, experiments).parse();
}

const std::vector<std::string>& profile::built_in() {
  static const std::vector<std::string> names = support::names_of(built_in_profiles);
  return names;
}

profile profile::load(const std::string& name_or_file, const std::vector<experiment>& experiments) {
  if (const auto* const built_in = support::find_embedded(built_in_profiles, name_or_file)) {
    return parse(name_or_file, built_in->text, experiments);
  }
  std::ifstream file(name_or_file);
  if (!file || std::filesystem::is_directory(name_or_file)) {
    throw support::user_error(fmt::format("'{}' is neither a profile ({}) nor a file that can be read{}",
                                          name_or_file, fmt::join(built_in(), ", "),
                                          support::did_you_mean(name_or_file, built_in())));
  }
  std::ostringstream text;
  text << file.rdbuf();
  return parse(name_or_file, text.str(), experiments);
}

std::vector<unsigned> thread_counts(std::string_view item, unsigned hardware_threads) {
  const auto count = [&](std::string_view text) {
    const bool times = text.ends_with('x');
    const auto number =
        support::parse_number(times ? text.substr(0, text.size() - 1) : text, "'threads'", 1, most_threads);
    return static_cast<unsigned>(
        std::min<std::int64_t>(times ? number * hardware_threads : number, most_threads));
  };
  const auto dots = item.find("..");
  if (dots == std::string_view::npos) {
    return {count(item)};
  }
  const unsigned last = count(item.substr(dots + 2));
  std::vector<unsigned> counts;
  for (unsigned n = count(item.substr(0, dots)); n < last; n *= 2) {
    counts.push_back(n);
  }
  counts.push_back(last);
  return counts;
}

}  // namespace cqs::harness
