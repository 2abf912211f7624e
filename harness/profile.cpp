#include "harness/profile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/built_in_profiles.h"
#include "harness/error.h"
#include "harness/nearest_name.h"
#include "harness/placement.h"

namespace cqs::harness {

class profile_parser {
 public:
  profile_parser(std::string name, std::string_view text, const std::vector<experiment>& experiments)
      : _experiments(experiments) {
    _profile._name = std::move(name);
    _profile._text = text;
  }

  profile parse() {
    std::istringstream lines(_profile._text);
    std::string line;
    while (std::getline(lines, line)) {
      ++_line;
      at_this_line([&] { read(trimmed(std::string_view(line).substr(0, line.find('#')))); });
    }
    finish_section();
    if (_profile._sections.empty()) {
      throw user_error(fmt::format("profile {}: it has no section, such as [mutex]", _profile._name));
    }
    return std::move(_profile);
  }

 private:
  template <class Step>
  void at_this_line(Step step) {
    try {
      step();
    } catch (const user_error& e) {
      throw user_error(fmt::format("profile {}, line {}: {}", _profile._name, _line, e.what()));
    }
  }

  void read(std::string_view line) {
    if (line.empty()) {
      return;
    }
    if (line.front() == '[') {
      if (line.back() != ']') {
        throw user_error(fmt::format("'{}' lacks its ]", line));
      }
      finish_section();
      begin_section(std::string(trimmed(line.substr(1, line.size() - 2))));
      return;
    }
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) {
      throw user_error(fmt::format("'{}' is neither [experiment] nor key = value", line));
    }
    const std::string key(trimmed(line.substr(0, equals)));
    const auto values = split(line.substr(equals + 1), ',');
    if (std::ranges::find(values, "") != values.end()) {
      throw user_error(fmt::format("'{}' has an empty value", key));
    }
    _experiment == nullptr ? set_global(key, values) : set(key, values);
  }

  void begin_section(const std::string& name) {
    _experiment = &find_experiment(_experiments, name);
    if (std::ranges::find(_profile._sections, name, &profile::section::experiment) !=
        _profile._sections.end()) {
      throw user_error(fmt::format("the section [{}] is there twice", name));
    }
    _section_line = _line;
    _section = {};
    _section.experiment = name;
    _section.processes = _processes;
    _section.sample_ms = _sample_ms;
  }

  void finish_section() {
    if (_experiment == nullptr) {
      return;
    }
    for (const std::string& p : _experiment->parameters) {
      if (!_section.grid.contains(p)) {
        throw user_error(fmt::format("profile {}, line {}: the section [{}] lacks the key '{}'",
                                     _profile._name, _section_line, _section.experiment, p));
      }
    }
    if (!_experiment->threads && _section.threads.empty()) {
      throw user_error(fmt::format("profile {}, line {}: the section [{}] lacks the key 'threads'",
                                   _profile._name, _section_line, _section.experiment));
    }
    _profile._sections.push_back(std::move(_section));
  }

  static unsigned only(const std::string& key, const std::vector<std::string>& values, unsigned greatest) {
    if (values.size() != 1) {
      throw user_error(fmt::format("'{}' takes one value", key));
    }
    return static_cast<unsigned>(parse_number(values.front(), "'" + key + "'", 1, greatest));
  }

  void set_global(const std::string& key, const std::vector<std::string>& values) {
    if (key == "processes") {
      _processes = only(key, values, 1000);
    } else if (key == "sample_ms") {
      _sample_ms = only(key, values, 3'600'000);
    } else if (key == "timeout_s") {
      _profile._timeout_s = only(key, values, 86'400);
    } else if (key == "placements") {
      for (const std::string& v : values) {
        placement::parse(v);
      }
      _profile._placements = values;
    } else {
      unknown(key, {"processes", "sample_ms", "timeout_s", "placements"}, "before the first section");
    }
  }

  void set(const std::string& key, const std::vector<std::string>& values) {
    if (key == "processes") {
      _section.processes = only(key, values, 1000);
    } else if (key == "sample_ms") {
      _section.sample_ms = only(key, values, 3'600'000);
    } else if (key == "implementations") {
      _section.implementations = values;
    } else if (key == "threads" && !_experiment->threads) {
      for (const std::string& v : values) {
        thread_counts(v, 1);
      }
      _section.threads = values;
    } else if (std::ranges::find(_experiment->parameters, key) != _experiment->parameters.end()) {
      for (const std::string& v : values) {
        parse_number(v, "'" + key + "'", 0, INT64_MAX);
      }
      if (!_section.grid.emplace(key, values).second) {
        throw user_error(fmt::format("the key '{}' is there twice", key));
      }
    } else {
      auto known = _experiment->parameters;
      known.insert(known.end(), {"processes", "sample_ms", "implementations"});
      if (!_experiment->threads) {
        known.emplace_back("threads");
      }
      unknown(key, known, "in [" + _section.experiment + "]");
    }
  }

  [[noreturn]] static void unknown(const std::string& key, const std::vector<std::string>& known,
                                   const std::string& where) {
    throw user_error(fmt::format("there is no key '{}' {}{}; there are {}", key, where,
                                 did_you_mean(key, known), fmt::join(known, ", ")));
  }

  const std::vector<experiment>& _experiments;
  profile _profile;
  profile::section _section;
  const experiment* _experiment = nullptr;
  unsigned _processes = 5;
  unsigned _sample_ms = 50;
  unsigned _line = 0;
  unsigned _section_line = 0;
};

profile profile::parse(const std::string& name, std::string_view text,
                       const std::vector<experiment>& experiments) {
  return profile_parser(name, text, experiments).parse();
}

const std::vector<std::string>& profile::built_in() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const auto& [name, text] : built_in_profiles) {
      result.emplace_back(name);
    }
    return result;
  }();
  return names;
}

profile profile::load(const std::string& name_or_file, const std::vector<experiment>& experiments) {
  for (const auto& [name, text] : built_in_profiles) {
    if (name == name_or_file) {
      return parse(name_or_file, text, experiments);
    }
  }
  std::ifstream file(name_or_file);
  if (!file || std::filesystem::is_directory(name_or_file)) {
    throw user_error(fmt::format("'{}' is neither a profile ({}) nor a file that can be read{}", name_or_file,
                                 fmt::join(built_in(), ", "), did_you_mean(name_or_file, built_in())));
  }
  std::ostringstream text;
  text << file.rdbuf();
  return parse(name_or_file, text.str(), experiments);
}

std::vector<unsigned> thread_counts(std::string_view item, unsigned hardware_threads) {
  const auto count = [&](std::string_view text) {
    const bool times = text.ends_with('x');
    const auto number =
        parse_number(times ? text.substr(0, text.size() - 1) : text, "'threads'", 1, most_threads);
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
