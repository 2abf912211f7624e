#include <checker/mutation/arguments.h>

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include <checker/tool/mutants_file.h>

namespace cqs::check::mutate {

arguments::arguments(const std::filesystem::path& file) {
  std::istringstream lines(read_text(file));
  std::string* because = nullptr;
  std::string in_file;
  std::string before;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line[0] == '#') {
      continue;
    }
    const std::size_t space = std::min(line.find(' '), line.size() - 1);
    const std::string key = line.substr(0, space);
    const std::string value = line.substr(space + 1);
    if (line[0] == '-') {
      before = line.substr(1);
    } else if (line[0] == '+' && !_arguments.empty()) {
      _arguments.back().identities.push_back(in_file + "\n" + before + "\n" + line.substr(1));
    } else if (key == "skip") {
      because = &_skipped[value];
    } else if (key == "argued") {
      because = &_arguments.emplace_back(argument{value, "", {}}).because;
    } else if (key == "because" && because != nullptr) {
      *because += (because->empty() ? "" : " ") + value;
    } else if (key == "file") {
      in_file = value;
    } else {
      throw bad_mutant(fmt::format("{}:{}: unknown field '{}'", file.filename().string(), number, key));
    }
  }
}

bool arguments::skips(std::string_view file) const {
  return _skipped.contains(file);
}

const arguments::argument* arguments::find(const std::string& identity) const {
  const auto found = std::find_if(_arguments.begin(), _arguments.end(), [&identity](const argument& each) {
    return std::find(each.identities.begin(), each.identities.end(), identity) != each.identities.end();
  });
  return found == _arguments.end() ? nullptr : &*found;
}

}  // namespace cqs::check::mutate
