#include <checker/mutation/workshop.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <regex>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include <checker/tool/mutants_build.h>
#include <checker/tool/mutants_file.h>
#include <checker/tool/shell.h>
#include <support/hash.h>

namespace cqs::check::mutate {

namespace {

namespace fs = std::filesystem;

/// All variants would take twice the time to compile, and kill nothing more.
constexpr const char* variants = "async.simple.1 async.smart.1 async.smart.2 sync.simple.1 sync.smart.1";

constexpr const char* include_folders[] = {"primitives", "components", ""};

/// Adds the file, and what it includes of the project.
void add_includes(const fs::path& root, const fs::path& file, std::set<std::string>& found) {
  if (!found.insert(file.string()).second) {
    return;
  }
  std::istringstream lines(read_text(root / file));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#include <")) {
      continue;
    }
    const std::string name = line.substr(10, line.find('>') - 10);
    for (const char* const folder : include_folders) {
      const fs::path candidate = fs::path(folder) / name;
      if (fs::is_regular_file(root / candidate)) {
        add_includes(root, candidate, found);
        break;
      }
    }
  }
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  return static_cast<std::size_t>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n')) +
         1;
}

bool has_text(const fs::path& file, const std::string& text) {
  return fs::exists(file) && read_text(file) == text;
}

}  // namespace

workshop::workshop(const std::vector<mutated_file>& files, const std::set<std::string>& wanted,
                   const std::vector<std::string>& sources, unsigned jobs)
    : _files(files),
      _jobs(jobs),
      _source(mutants_build::source),
      _root(fs::path(mutants_build::scratch) / "generated") {
  find_units(wanted, sources);
}

void workshop::find_units(const std::set<std::string>& wanted, const std::vector<std::string>& only) {
  std::set<fs::path> sources;
  for (const auto& each : fs::directory_iterator(_source / "checker" / "scenarios")) {
    if (each.path().extension() == ".cpp") {
      sources.insert(fs::relative(each.path(), _source));
    }
  }
  for (const fs::path& each : sources) {
    unit made{each.stem().string(), {}};
    if (!only.empty() && std::find(only.begin(), only.end(), made.source) == only.end()) {
      continue;
    }
    add_includes(_source, each, made.files);
    if (std::any_of(made.files.begin(), made.files.end(),
                    [&wanted](const std::string& file) { return wanted.contains(file); })) {
      _units.push_back(std::move(made));
    }
  }
}

std::string workshop::scope(const std::string& source) const {
  std::set<std::string> files;
  for (const unit& each : _units) {
    if (source.empty() || each.source == source) {
      files.insert(each.files.begin(), each.files.end());
    }
  }
  for (const char* const folder : {"engine", "explore", "history", "platform", "mutation"}) {
    for (const auto& each : fs::directory_iterator(_source / "checker" / folder)) {
      if (each.is_regular_file()) {
        files.insert(fs::relative(each.path(), _source).string());
      }
    }
  }
  std::string text;
  for (const std::string& each : files) {
    text += read_text(_source / each);
  }
  return support::hash_of(text);
}

void workshop::build() {
  remove_old_headers();
  for (;;) {
    write_headers();
    const std::string errors = compile_all();
    if (errors.empty()) {
      break;
    }
    bury(errors);
  }
  link();
}

/// A header that is not mutated any more must not stand before the unchanged one.
void workshop::remove_old_headers() const {
  std::set<fs::path> current;
  for (const mutated_file& each : _files) {
    current.insert(_root / each.path);
  }
  for (const char* const folder : {"primitives", "components"}) {
    if (!fs::exists(_root / folder)) {
      continue;
    }
    for (const auto& each : fs::recursive_directory_iterator(_root / folder)) {
      if (each.is_regular_file() && !current.contains(each.path())) {
        fs::remove(each.path());
      }
    }
  }
}

void workshop::write_headers() const {
  const std::vector<std::size_t> without(_stillborn.begin(), _stillborn.end());
  for (const mutated_file& each : _files) {
    std::string text = switchable(each.text, each.all, without);
    const std::string first_line = "#pragma once\n";
    text.insert(text.find(first_line) + first_line.size(), "#include <checker/mutation/switch.h>");
    if (!has_text(_root / each.path, text)) {
      write_text(_root / each.path, text);
    }
  }
}

std::string workshop::compile_all() const {
  std::atomic<std::size_t> next{0};
  std::mutex guard;
  std::string errors;
  const auto work = [&] {
    for (std::size_t i = 0; (i = next.fetch_add(1)) < _units.size();) {
      const std::string found = compile(_units[i]);
      const std::lock_guard locked(guard);
      errors += found;
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < _jobs; ++i) {
    others.emplace_back(work);
  }
  work();
  others.clear();
  return errors;
}

fs::path workshop::object_of(const unit& made) const {
  return _root / "objects" / (made.source + ".o");
}

std::string workshop::compile(const unit& made) const {
  std::string command = fmt::format("{} '{}' {} -Wno-narrowing", mutants_build::launcher,
                                    mutants_build::compiler, mutants_build::flags);
  for (const fs::path& root : {_root, _source}) {
    for (const char* const folder : include_folders) {
      command += fmt::format(" -I'{}'", (root / folder).string());
    }
  }
  command += fmt::format(" '-DCQS_ONLY_VARIANTS=\"{}\"'", variants);
  const fs::path object = object_of(made);
  command += fmt::format(" -c '{}/checker/scenarios/{}.cpp' -o '{}'", _source.string(), made.source,
                         object.string());
  std::string contents = command;
  for (const std::string& each : made.files) {
    contents += read_text(fs::exists(_root / each) ? _root / each : _source / each);
  }
  const fs::path stamp = object.string() + ".stamp";
  const std::string hash = support::hash_of(contents);
  if (fs::exists(object) && has_text(stamp, hash)) {
    return "";
  }
  fs::create_directories(object.parent_path());
  fs::remove(stamp);
  const output built = run_command(command);
  if (built.status != 0) {
    return built.text;
  }
  write_text(stamp, hash);
  return "";
}

void workshop::bury(const std::string& errors) {
  const std::size_t before = _stillborn.size();
  const std::regex pattern(R"(^(\S+):(\d+):\d+: error:.*)");
  std::istringstream lines(errors);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) {
      continue;
    }
    for (const mutated_file& each : _files) {
      if (match[1].str().ends_with("generated/" + each.path)) {  // the compiler may print a relative path
        bury_line(each, std::stoul(match[2]));
      }
    }
  }
  if (_stillborn.size() == before) {
    throw bad_mutant("the program of the mutations does not compile:\n" + errors);
  }
}

void workshop::bury_line(const mutated_file& file, std::size_t line) {
  for (std::size_t i = 0; i < file.all.mutations.size(); ++i) {
    const mutation& each = file.all.mutations[i];
    if (line_of(file.text, each.begin) <= line && line <= line_of(file.text, each.end)) {
      _stillborn.insert(file.first_number + i);
    }
  }
}

void workshop::link() const {
  std::string command = fmt::format("'{}' {} -o '{}' -Wl,-u,main", mutants_build::compiler,
                                    mutants_build::flags, program().string());
  for (const unit& each : _units) {
    command += fmt::format(" '{}'", object_of(each).string());
  }
  const output linked = run_command(command + " " + mutants_build::mutation_libraries);
  if (linked.status != 0) {
    throw bad_mutant("the program of the mutations does not link:\n" + linked.text);
  }
}

}  // namespace cqs::check::mutate
