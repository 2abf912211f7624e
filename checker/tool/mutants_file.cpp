#include <checker/tool/mutants_file.h>

#include <charconv>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace cqs::check {

namespace {

/// Reads one file, line by line.
class reader {
 public:
  explicit reader(std::filesystem::path file) : _file(std::move(file)) {}

  std::vector<mutant> read() {
    std::istringstream lines(read_text(_file));
    for (std::string line; std::getline(lines, line);) {
      ++_number;
      take(line);
    }
    finish();
    return std::move(_mutants);
  }

 private:
  void take(const std::string& line) {
    if (line.empty() || line[0] == '#') {
      return;
    }
    if (line[0] == '-' || line[0] == '+') {
      take_text(line[0], line.substr(1));
      return;
    }
    const std::size_t space = line.find(' ');
    take_field(line.substr(0, space), space == std::string::npos ? "" : line.substr(space + 1));
  }

  void take_field(const std::string& key, const std::string& value) {
    if (key == "mutant") {
      finish();
      _mutants.emplace_back().name = value;
      _last_sign = ' ';
      return;
    }
    mutant& m = current();
    if (key == "breaks") {
      m.breaks += (m.breaks.empty() ? "" : " ") + value;
    } else if (key == "file") {
      m.file = value;
    } else if (key == "scenario") {
      m.scenarios.push_back(value);
    } else if (key == "bound") {
      m.bound = number(value);
    } else if (key == "weak") {
      m.weak = true;
      m.stale_reads = value.empty() ? 1 : number(value);
    } else if (key == "seconds") {
      m.seconds = number(value);
    } else {
      fail(fmt::format("unknown field '{}'", key));
    }
  }

  void take_text(char sign, const std::string& text) {
    mutant& m = current();
    if (sign == '-' && _last_sign != '-') {
      m.edits.emplace_back();
    }
    if (m.edits.empty()) {
      fail("a '+' line needs a '-' line before it");
    }
    std::string& part = sign == '-' ? m.edits.back().before : m.edits.back().after;
    part += (sign == _last_sign ? "\n" : "") + text;
    _last_sign = sign;
  }

  mutant& current() {
    if (_mutants.empty()) {
      fail("the first line must be 'mutant NAME'");
    }
    return _mutants.back();
  }

  void finish() const {
    if (_mutants.empty()) {
      return;
    }
    const mutant& m = _mutants.back();
    if (m.name.empty() || m.breaks.empty() || m.file.empty() || m.scenarios.empty() || m.edits.empty()) {
      fail(fmt::format("mutant '{}' needs a name, 'breaks', 'file', 'scenario' and an edit", m.name));
    }
  }

  std::uint32_t number(const std::string& text) const {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(fmt::format("'{}' is not a number", text));
    }
    return value;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw bad_mutant(fmt::format("{}:{}: {}", _file.filename().string(), _number, why));
  }

  std::filesystem::path _file;
  std::size_t _number = 0;
  char _last_sign = ' ';
  std::vector<mutant> _mutants;
};

std::size_t occurrences(const std::string& text, const std::string& wanted) {
  std::size_t count = 0;
  for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

std::vector<mutant> read_mutants(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    if (each.path().extension() == ".mutants") {
      files.insert(each.path());
    }
  }
  std::vector<mutant> all;
  std::set<std::string> names;
  for (const auto& file : files) {
    for (mutant& each : reader(file).read()) {
      if (!names.insert(each.name).second) {
        throw bad_mutant(fmt::format("two mutants are named '{}'", each.name));
      }
      all.push_back(std::move(each));
    }
  }
  return all;
}

std::string mutated(const mutant& mutant, std::string text) {
  for (const auto& [before, after] : mutant.edits) {
    if (const std::size_t count = occurrences(text, before); count != 1) {
      throw bad_mutant(fmt::format("mutant '{}': the text to replace occurs {} times in {}, not once:\n{}",
                                   mutant.name, count, mutant.file, before));
    }
    text.replace(text.find(before), before.size(), after);
  }
  return text;
}

std::string source_of(const std::string& scenario) {
  const std::string primitive = scenario.substr(0, scenario.find('.'));
  return primitive.ends_with("_pool") ? "pools" : primitive;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    throw bad_mutant(fmt::format("cannot read '{}'", file.string()));
  }
  return text.str();
}

}  // namespace cqs::check
