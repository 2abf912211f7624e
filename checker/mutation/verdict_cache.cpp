#include <checker/mutation/verdict_cache.h>

#include <fstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <checker/tool/shell.h>

namespace cqs::check::mutate {

verdict_cache::verdict_cache(std::filesystem::path file) : _file(std::move(file)) {
  std::ifstream lines(_file);
  for (std::string line; std::getline(lines, line);) {
    const auto fields = split(line, '\t');
    if (fields.size() == 7) {
      _stored[fields[0]] = {fields[1],
                            {fields[2] == "killed" ? fate::killed : fate::survived, fields[3], fields[4],
                             fields[5], std::stoull(fields[6])}};
    }
  }
}

void verdict_cache::add(const std::string& key, const std::string& scope, const verdict& what) {
  _stored[key] = {scope, what};
  std::filesystem::create_directories(_file.parent_path());
  std::ofstream(_file, std::ios::app) << fmt::format(
      "{}\t{}\t{}\t{}\t{}\t{}\t{}\n", key, scope, what.fate == fate::killed ? "killed" : "survived",
      what.scenario, what.exploration, what.violation, what.schedules);
}

}  // namespace cqs::check::mutate
