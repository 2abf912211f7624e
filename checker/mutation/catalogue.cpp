#include <checker/mutation/catalogue.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <utility>

#include <checker/mutation/switch.h>
#include <checker/tool/mutants_file.h>

namespace cqs::check::mutate {

namespace {

namespace fs = std::filesystem;
using cqs_mutation::most_files;
using cqs_mutation::numbers_per_file;

std::string as_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!is_blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

}  // namespace

std::vector<mutated_file> read_files(const fs::path& root, const arguments& given) {
  std::set<std::string> paths;
  for (const char* const folder : {"primitives/cqs", "components/cqs"}) {
    for (const auto& each : fs::recursive_directory_iterator(root / folder)) {
      if (each.path().extension() == ".h") {
        paths.insert(fs::relative(each.path(), root).string());
      }
    }
  }
  if (paths.size() > most_files) {
    throw std::length_error("more than " + std::to_string(most_files) +
                            " headers to mutate: raise most_files in checker/mutation/switch.h");
  }
  std::vector<mutated_file> files;
  std::size_t first = 0;
  for (const std::string& path : paths) {
    if (!given.skips(path)) {
      std::string text = read_text(root / path);
      generated all = generate(text, first + 1);  // 0 is no mutation
      if (all.mutations.size() >= numbers_per_file) {
        throw std::length_error("too many mutations of " + path);
      }
      files.push_back({path, std::move(text), first + 1, std::move(all)});
    }
    first += numbers_per_file;
  }
  return files;
}

std::vector<entry> entries_of(const mutated_file& file) {
  const std::string_view text = file.text;
  std::vector<entry> entries;
  std::set<std::pair<std::size_t, std::string>> seen;
  for (std::size_t i = 0; i < file.all.mutations.size(); ++i) {
    const mutation& each = file.all.mutations[i];
    const std::size_t begin = text.rfind('\n', each.begin) + 1;
    const std::size_t end = std::min(text.find('\n', each.end), text.size());
    const auto line = static_cast<std::size_t>(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    std::string after(text.substr(begin, each.begin - begin));
    after += each.replacement;
    after += text.substr(each.end, end - each.end);
    entry made{
        file.first_number + i, each.change, file.path, line + 1, as_one_line(text.substr(begin, end - begin)),
        as_one_line(after)};
    if (seen.insert({begin, made.after}).second) {
      entries.push_back(std::move(made));
    }
  }
  return entries;
}

}  // namespace cqs::check::mutate
