#include <checker/tool/mutants.h>

#include <fnmatch.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

#include <checker/tool/mutants_build.h>
#include <checker/tool/mutants_file.h>
#include <checker/tool/shell.h>

namespace cqs::check {

namespace {

namespace fs = std::filesystem;

enum class fate : std::uint8_t { killed, survived, not_built };

struct verdict {
  check::fate fate = fate::not_built;
  std::string scenario;
  std::string kind;
  std::string schedules;
  std::string message;
  double exploration_seconds = 0;
  double seconds = 0;
};

verdict without_kill(fate fate, const std::string& message, const std::string& schedules = "") {
  verdict result;
  result.fate = fate;
  result.message = message;
  result.schedules = schedules;
  return result;
}

/// Returns "async.smart.1" for "semaphore.async.smart.1.refuse" and "1" for "barrier.1.three".
std::string variant_of(const std::string& scenario) {
  const std::size_t begin = scenario.find('.') + 1;
  return scenario.substr(begin, scenario.rfind('.') - begin);
}

/// Builds the programs, each mutant in its own folder. The include path lists the mutated header before the
/// unchanged headers.
class workshop {
 public:
  explicit workshop(bool control) : _control(control) {
    const fs::path header = _root / "prelude.h";
    write_text(header, read_text(_source / "checker" / "mutants" / "prelude.h"));
    const output built = run_command(
        fmt::format("{} -x c++-header '{}' -o '{}.gch'", compile({}), header.string(), header.string()));
    if (built.status != 0) {
      throw bad_mutant("the prelude does not compile:\n" + built.text);
    }
  }

  verdict examine(const mutant& mutant) const {
    const auto begin = std::chrono::steady_clock::now();
    verdict result = explore(mutant);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
  }

 private:
  std::string compile(const fs::path& overlay) const {
    std::string command = fmt::format("'{}' {}", mutants_build::compiler, mutants_build::flags);
    if (!overlay.empty()) {
      command += fmt::format(" -I'{0}/primitives' -I'{0}/components' -I'{0}'", overlay.string());
    }
    return command + fmt::format(" -I'{0}/primitives' -I'{0}/components' -I'{0}'", _source.string());
  }

  verdict explore(const mutant& mutant) const {
    const fs::path folder = _root / mutant.name;
    fs::remove_all(folder);
    const std::string text = mutated(mutant, read_text(_source / mutant.file));
    if (!_control) {
      write_text(folder / mutant.file, text);
    }
    fs::create_directories(folder);
    const output built = run_command(build_command(mutant, folder));
    if (built.status != 0) {
      return without_kill(fate::not_built, built.text);
    }
    std::string run = fmt::format("'{}/program' {} {:d} {} {}", folder.string(), mutant.bound, mutant.weak,
                                  mutant.stale_reads, mutant.seconds);
    for (const std::string& each : mutant.scenarios) {
      run += " '" + each + "'";
    }
    return verdict_of(run_command(run));
  }

  std::string build_command(const mutant& mutant, const fs::path& folder) const {
    std::set<std::string> sources;
    std::string variants;
    for (const std::string& each : mutant.scenarios) {
      sources.insert(source_of(each));
      variants += variant_of(each) + " ";
    }
    std::string command = compile(folder) + fmt::format(" -include '{}/prelude.h'", _root.string());
    if (variants.find_first_of("*?[") == std::string::npos) {
      command += fmt::format(" '-DCQS_ONLY_VARIANTS=\"{}\"'", variants);
    }
    for (const std::string& each : sources) {
      command += fmt::format(" '{}/checker/scenarios/{}.cpp'", _source.string(), each);
    }
    // The runner's `main` is in a library, and no scenario refers to it.
    return command +
           fmt::format(" -o '{}/program' -Wl,-u,main {}", folder.string(), mutants_build::libraries);
  }

  /// A mutant may print messages of its own before it.
  static std::string verdict_line(const std::string& text) {
    for (const std::string& line : split(text, '\n')) {
      if (line.starts_with("killed\t") || line.starts_with("survived\t")) {
        return line;
      }
    }
    return "";
  }

  static verdict verdict_of(const output& ran) {
    const auto fields = split(verdict_line(ran.text), '\t');
    if (fields.size() >= 6 && fields[0] == "killed") {
      return {.fate = fate::killed,
              .scenario = fields[1],
              .kind = fields[2],
              .schedules = fields[3],
              .message = fields[5],
              .exploration_seconds = std::stod(fields[4]),
              .seconds = 0};
    }
    if (fields.size() >= 3 && fields[0] == "survived") {
      return without_kill(fate::survived, fields[2], fields[1]);
    }
    return without_kill(fate::not_built, "the program of the mutant failed: " + ran.text);
  }

  bool _control;
  fs::path _root = mutants_build::scratch;
  fs::path _source = mutants_build::source;
};

std::vector<mutant> select(const std::vector<std::string>& patterns) {
  std::vector<mutant> all = read_mutants(fs::path(mutants_build::source) / "checker" / "mutants");
  if (patterns.empty()) {
    return all;
  }
  const auto matches = [](const std::string& pattern, const mutant& each) {
    return fnmatch(pattern.c_str(), each.name.c_str(), 0) == 0;
  };
  for (const std::string& pattern : patterns) {
    if (std::none_of(all.begin(), all.end(), [&](const mutant& each) { return matches(pattern, each); })) {
      throw bad_mutant(fmt::format("no mutant is named '{}'; 'cqs-check mutants --list' shows all", pattern));
    }
  }
  std::erase_if(all, [&](const mutant& each) {
    return std::none_of(patterns.begin(), patterns.end(),
                        [&](const std::string& pattern) { return matches(pattern, each); });
  });
  return all;
}

std::string how(const mutant& mutant) {
  return fmt::format("bound {}{}", mutant.bound,
                     mutant.weak ? fmt::format(", weak, {} stale", mutant.stale_reads) : "");
}

void print(const mutant& mutant, const verdict& found) {
  switch (found.fate) {
    case fate::killed:
      fmt::print("{:<34} killed by {} ({}), {}, {} schedules, {:.2f} s of {:.1f} s\n  {}\n", mutant.name,
                 found.scenario, how(mutant), found.kind, found.schedules, found.exploration_seconds,
                 found.seconds, found.message);
      break;
    case fate::survived:
      fmt::print("{:<34} SURVIVED {} schedules ({}, {}), {:.1f} s\n", mutant.name, found.schedules,
                 how(mutant), found.message, found.seconds);
      break;
    case fate::not_built:
      fmt::print("{:<34} NOT BUILT\n{}\n", mutant.name, found.message);
      break;
  }
  std::fflush(stdout);
}

std::string as_markdown(const std::vector<mutant>& mutants, const std::vector<verdict>& verdicts) {
  std::string text =
      "| mutant | what it breaks | killed by | exploration | violation | schedules | seconds |\n"
      "|---|---|---|---|---|---:|---:|\n";
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const verdict& found = verdicts[i];
    const std::string killer = found.fate == fate::killed     ? "`" + found.scenario + "`"
                               : found.fate == fate::survived ? "**survived**"
                                                              : "**not built**";
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {:.2f} |\n", mutants[i].name, mutants[i].breaks,
                        killer, how(mutants[i]), found.kind, found.schedules, found.exploration_seconds);
  }
  return text;
}

/// Examines two mutants at a time.
std::vector<verdict> examine_all(const std::vector<mutant>& mutants, const workshop& shop) {
  std::vector<verdict> verdicts(mutants.size());
  std::atomic<std::size_t> next{0};
  std::mutex printing;
  const auto work = [&] {
    for (std::size_t i = 0; (i = next.fetch_add(1)) < mutants.size();) {
      try {
        verdicts[i] = shop.examine(mutants[i]);
      } catch (const bad_mutant& error) {
        verdicts[i].message = error.what();
      }
      const std::lock_guard guard(printing);
      print(mutants[i], verdicts[i]);
    }
  };
  std::jthread other(work);
  work();
  other.join();
  return verdicts;
}

}  // namespace

bool run_mutants(const mutants_request& request) {
  const std::vector<mutant> mutants = select(request.names);
  if (request.list) {
    for (const mutant& each : mutants) {
      fmt::print("{:<34} {}\n", each.name, each.breaks);
    }
    return true;
  }
  const workshop shop(request.control);
  const std::vector<verdict> verdicts = examine_all(mutants, shop);
  const fate wanted = request.control ? fate::survived : fate::killed;
  const auto good = std::count_if(verdicts.begin(), verdicts.end(),
                                  [wanted](const verdict& each) { return each.fate == wanted; });
  fmt::print("{} of {} {}\n", good, mutants.size(), request.control ? "clean without the bug" : "killed");
  if (!request.markdown.empty()) {
    write_text(fs::absolute(request.markdown), as_markdown(mutants, verdicts));
  }
  return static_cast<std::size_t>(good) == mutants.size();
}

}  // namespace cqs::check
