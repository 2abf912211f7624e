#include <checker/tool/generated_mutants.h>

#include <fnmatch.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include <checker/mutation/arguments.h>
#include <checker/mutation/catalogue.h>
#include <checker/mutation/report.h>
#include <checker/mutation/verdict_cache.h>
#include <checker/mutation/workshop.h>
#include <checker/tool/mutants_build.h>
#include <checker/tool/mutants_file.h>
#include <checker/tool/shell.h>
#include <support/hash.h>

namespace cqs::check {

namespace {

namespace fs = std::filesystem;
using namespace mutate;

/// The scenarios that reach each mutation, cheapest first.
using coverage = std::map<std::size_t, std::vector<std::string>>;

/// The lines of each file that a revision does not have.
using changed_lines = std::map<std::string, std::set<std::size_t>>;

changed_lines lines_since(const std::string& revision) {
  const output diff = run_command(
      fmt::format("git -C '{}' diff -U0 '{}' -- primitives components", mutants_build::source, revision));
  if (diff.status != 0) {
    throw bad_mutant("cannot compare with the revision '" + revision + "':\n" + diff.text);
  }
  changed_lines lines;
  std::string file;
  const std::regex hunk(R"(@@ -\S+ \+(\d+)(?:,(\d+))? @@.*)");
  std::istringstream text(diff.text);
  for (std::string line; std::getline(text, line);) {
    std::smatch match;
    if (line.starts_with("+++ b/")) {
      file = line.substr(6);
    } else if (std::regex_match(line, match, hunk)) {
      const std::size_t first = std::stoul(match[1]);
      const std::size_t count = match[2].matched ? std::stoul(match[2]) : 1;
      for (std::size_t i = first; i < first + count; ++i) {
        lines[file].insert(i);
      }
    }
  }
  return lines;
}

bool is_selected(const entry& each, const generated_request& request) {
  if (request.orders && each.change != change::weaken) {
    return false;
  }
  if (!request.kind.empty() && request.kind != name_of(each.change)) {
    return false;
  }
  return request.places.empty() ||
         std::any_of(request.places.begin(), request.places.end(), [&each](const std::string& pattern) {
           return fnmatch(pattern.c_str(), each.file.c_str(), 0) == 0 ||
                  fnmatch(pattern.c_str(), each.name().c_str(), 0) == 0;
         });
}

std::vector<entry> select(const std::vector<mutated_file>& files, const generated_request& request,
                          const earlier_report& earlier) {
  std::optional<changed_lines> changed;
  if (!request.since.empty()) {
    changed = lines_since(request.since);
  }
  std::vector<entry> selected;
  for (const mutated_file& file : files) {
    const auto found = earlier.hashes.find(file.path);
    if (request.changed && found != earlier.hashes.end() && found->second == support::hash_of(file.text)) {
      continue;
    }
    for (entry& each : entries_of(file)) {
      const bool is_old = changed && !(*changed)[each.file].contains(each.line);
      if (!is_old && is_selected(each, request)) {
        selected.push_back(std::move(each));
      }
    }
  }
  if (request.sample != 0 && request.sample < selected.size()) {
    std::mt19937_64 random(request.seed);
    std::shuffle(selected.begin(), selected.end(), random);
    selected.resize(request.sample);
  }
  return selected;
}

/// Examines mutations with the program that has them all.
class examination {
 public:
  examination(const workshop& shop, const arguments& given, const generated_request& request)
      : _shop(shop), _arguments(given), _request(request), _cache(shop.root() / "verdicts") {
    read_coverage();
  }

  std::vector<finding> run(const std::vector<entry>& entries) {
    std::vector<finding> findings;
    std::vector<std::size_t> open;
    for (const entry& each : entries) {
      findings.push_back({each, known_verdict(each).value_or(verdict{})});
      if (findings.back().what.exploration.empty() && findings.back().what.fate == fate::survived) {
        open.push_back(findings.size() - 1);
      }
    }
    fmt::print("{} of {} to examine\n", open.size(), entries.size());
    std::fflush(stdout);
    explore(findings, open);
    for (finding& each : findings) {
      if (each.what.fate != fate::stillborn && _arguments.find(each.of.identity()) != nullptr) {
        each.is_argued = true;
      }
    }
    return findings;
  }

 private:
  /// The program without a mutation: it must be clean, and shows what each scenario reaches.
  void read_coverage() {
    const fs::path file = _shop.root() / "coverage";
    const std::string stamp = support::hash_of(read_text(_shop.program()));
    std::string text = fs::exists(file) ? read_text(file) : "";
    if (!text.starts_with(stamp + "\n")) {
      text = stamp + "\n" + run_without_mutation();
      write_text(file, text);
    }
    std::map<std::size_t, std::vector<std::pair<double, std::string>>> costs;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const auto fields = split(line, '\t');
      if (fields.size() < 4) {
        continue;
      }
      std::istringstream numbers(fields[3]);
      for (std::size_t number = 0; numbers >> number;) {
        costs[number].emplace_back(std::stod(fields[2]), fields[0]);
      }
    }
    for (auto& [number, scenarios] : costs) {
      std::sort(scenarios.begin(), scenarios.end());
      for (const auto& [seconds, name] : scenarios) {
        _coverage[number].push_back(name);
      }
    }
  }

  std::string run_without_mutation() const {
    std::vector<output> parts(_request.jobs);
    {
      std::vector<std::jthread> workers;
      for (unsigned i = 0; i < _request.jobs; ++i) {
        workers.emplace_back([this, i, &part = parts[i]] {
          part = run_command(
              fmt::format("'{}' coverage 2 0.3 {} {}", _shop.program().string(), i, _request.jobs));
        });
      }
    }
    std::string text;
    for (const output& part : parts) {
      if (part.status != 0) {
        throw bad_mutant("a scenario fails without a mutation:\n" + part.text);
      }
      text += part.text;
    }
    return text;
  }

  static verdict verdict_without_run(fate fate) {
    verdict result;
    result.fate = fate;
    return result;
  }

  std::optional<verdict> known_verdict(const entry& each) {
    if (_shop.stillborn().contains(each.number)) {
      return verdict_without_run(fate::stillborn);
    }
    if (!_coverage.contains(each.number)) {
      return verdict_without_run(fate::unreached);
    }
    return _cache.find(key_of(each), [this](const std::string& scenario) { return scope_of(scenario); });
  }

  /// A mutation survives only for the time that it was explored.
  std::string scope_of(const std::string& scenario) {
    const std::string source = scenario.empty() ? "" : source_of(scenario);
    const auto [found, is_new] = _scopes.try_emplace(source);
    if (is_new) {
      found->second = _shop.scope(source);
    }
    return source.empty() ? fmt::format("{} {} s", found->second, _request.seconds) : found->second;
  }

  /// Equal lines of one file differ by their place.
  static std::string key_of(const entry& each) {
    return support::hash_of(fmt::format("{}\n{}", each.identity(), each.line));
  }

  void explore(std::vector<finding>& findings, const std::vector<std::size_t>& open) {
    std::mutex guard;
    std::map<std::size_t, std::size_t> by_number;
    for (const std::size_t i : open) {
      by_number[findings[i].of.number] = i;
    }
    std::size_t done = 0;
    const auto take = [&](const std::string& line) {
      const std::lock_guard locked(guard);
      const auto fields = split(line, '\t');
      if (fields.size() < 4 || !by_number.contains(std::stoul(fields[0]))) {
        return;
      }
      finding& found = findings[by_number[std::stoul(fields[0])]];
      found.what = parse(fields);
      _cache.add(key_of(found.of), scope_of(found.what.scenario), found.what);
      print(found, ++done, open.size());
    };
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < _request.jobs; ++i) {
      const fs::path jobs = _shop.root() / fmt::format("jobs-{}", i);
      write_jobs(jobs, findings, open, i);
      workers.emplace_back([this, jobs, &take] {
        run_command(
            fmt::format("'{}' examine {} < '{}'", _shop.program().string(), _request.seconds, jobs.string()),
            take);
      });
    }
  }

  void write_jobs(const fs::path& file, const std::vector<finding>& findings,
                  const std::vector<std::size_t>& open, unsigned worker) const {
    std::string text;
    for (std::size_t i = worker; i < open.size(); i += _request.jobs) {
      const entry& each = findings[open[i]].of;
      text += fmt::format("{} {}", each.number, each.change == change::weaken ? "order" : "logic");
      for (const std::string& scenario : _coverage.at(each.number)) {
        text += " " + scenario;
      }
      text += "\n";
    }
    write_text(file, text);
  }

  static verdict parse(const std::vector<std::string>& fields) {
    if (fields[1] == "killed" && fields.size() >= 6) {
      return {fate::killed, fields[2], fields[3], fields[4], std::stoull(fields[5])};
    }
    return {fate::survived, "", fields[2], "", std::stoull(fields[3])};
  }

  static void print(const finding& found, std::size_t done, std::size_t all) {
    const entry& e = found.of;
    if (found.what.fate == fate::killed) {
      fmt::print("[{}/{}] {} {}: killed by {} ({}), {}, {} schedules\n", done, all, e.name(),
                 name_of(e.change), found.what.scenario, found.what.exploration, found.what.violation,
                 found.what.schedules);
    } else {
      fmt::print("[{}/{}] {} {}: SURVIVED {} schedules ({})\n  -{}\n  +{}\n", done, all, e.name(),
                 name_of(e.change), found.what.schedules, found.what.exploration, e.before, e.after);
    }
    std::fflush(stdout);
  }

  const workshop& _shop;
  const arguments& _arguments;
  const generated_request& _request;
  verdict_cache _cache;
  coverage _coverage;
  std::map<std::string, std::string> _scopes;
};

}  // namespace

bool run_generated_mutants(const generated_request& request) {
  const fs::path source = mutants_build::source;
  const arguments given(source / "checker" / "mutants" / "argued.txt");
  const std::vector<mutated_file> files = read_files(source, given);
  const earlier_report earlier =
      request.earlier.empty() ? earlier_report() : earlier_report(read_text(request.earlier));
  const std::vector<entry> entries = select(files, request, earlier);
  if (request.list) {
    for (const entry& each : entries) {
      fmt::print("{} {}\n  -{}\n  +{}\n", each.name(), name_of(each.change), each.before, each.after);
    }
    fmt::print("{} mutations of {} files\n", entries.size(), files.size());
    return true;
  }
  if (entries.empty()) {
    fmt::print("nothing to examine\n");
    return true;
  }
  std::set<std::string> wanted;
  for (const entry& each : entries) {
    wanted.insert(each.file);
  }
  workshop shop(files, wanted, request.sources, request.jobs);
  shop.build();
  const std::vector<finding> findings = examination(shop, given, request).run(entries);
  const report result(findings, files, given, earlier, request.seconds);
  fmt::print("{}", result.summary());
  if (!request.markdown.empty()) {
    write_text(fs::absolute(request.markdown),
               request.orders ? result.markdown_of_orders() : result.markdown());
  }
  return result.is_good();
}

}  // namespace cqs::check
