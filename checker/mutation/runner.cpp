// The program of all mutations. `coverage BOUND SECONDS PART PARTS` explores scenarios without a mutation, and prints
// for each: scenario, verdict, seconds, and the numbers of the mutations that it reaches. `examine SECONDS` reads jobs
// from the standard input (number, "order" or "logic", the scenarios that reach it, cheapest first) and explores the
// scenarios until one finds the mutation. It prints for each: number, "killed" or "survived", and how. Tabs separate
// the fields.

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <checker/explore/explore.h>
#include <checker/mutation/switch.h>
#include <checker/registry.h>

namespace {

namespace check = cqs::check;
using namespace cqs::check;

/// A kind of exploration, and its limit for one scenario.
struct phase {
  check::settings settings;
  double seconds;
};

check::settings settings_of(std::uint32_t bound, bool weak) {
  check::settings result;
  result.bound = bound;
  result.weak = weak;
  return result;
}

/// Races and publication follow the declared orders in every mode. So the first phases find most weak orders, too.
const std::vector<phase>& phases_of(const std::string& kind) {
  static const std::vector<phase> of_order{{settings_of(1, false), 0.3},
                                           {settings_of(2, true), 2},
                                           {settings_of(2, false), 2},
                                           {settings_of(3, true), 4}};
  static const std::vector<phase> of_logic{{settings_of(1, false), 0.3},
                                           {settings_of(2, false), 2},
                                           {settings_of(2, true), 2},
                                           {settings_of(3, false), 4}};
  return kind == "order" ? of_order : of_logic;
}

std::string describe(const check::settings& settings) {
  return fmt::format("bound {}{}", settings.bound, settings.weak ? ", weak" : "");
}

int print_coverage(std::uint32_t bound, double seconds, std::size_t part, std::size_t parts) {
  bool is_clean = true;
  const auto scenarios = registry::all().sorted();
  for (std::size_t s = part; s < scenarios.size(); s += parts) {
    const scenario* const each = scenarios[s];
    cqs_mutation::reached.fill(0);
    const result found = explore_all(*each, settings_of(bound, false), limits{.seconds = seconds});
    is_clean = is_clean && !found.what;
    fmt::print("{}\t{}\t{:.6f}\t", each->name(),
               found.what       ? "violated: " + found.what.message
               : found.complete ? "complete"
                                : "partial",
               found.seconds);
    for (std::size_t i = 0; i < cqs_mutation::most_mutations; ++i) {
      if (cqs_mutation::reached[i] != 0) {
        fmt::print("{} ", i);
      }
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
  return is_clean ? EXIT_SUCCESS : EXIT_FAILURE;
}

struct job {
  std::uint32_t number = 0;
  std::string kind;
  std::vector<const scenario*> scenarios;
};

/// What the child was doing when it was killed: shared with the parent.
struct progress {
  std::array<char, 128> scenario{};
  std::array<char, 32> exploration{};
};

template <std::size_t Size>
void note(std::array<char, Size>& place, const std::string& text) {
  std::strncpy(place.data(), text.c_str(), Size - 1);
}

/// A mutant may loop outside of the checked platform. Its limit is counted in processor time.
void limit_processor_time(double seconds) {
  itimerval limit{};
  limit.it_value.tv_sec = static_cast<time_t>(seconds) + 1;
  setitimer(ITIMER_VIRTUAL, &limit, nullptr);
}

std::string explore(const job& job, double most_seconds, progress& now) {
  cqs_mutation::chosen = job.number;
  double spent = 0;
  std::uint64_t schedules = 0;
  bool complete = true;
  for (const phase& each : phases_of(job.kind)) {
    note(now.exploration, describe(each.settings));
    for (const scenario* const scenario : job.scenarios) {
      if (spent >= most_seconds) {
        return fmt::format("survived\ttime\t{}", schedules);
      }
      note(now.scenario, scenario->name());
      const double limit = std::min(each.seconds, most_seconds - spent);
      limit_processor_time(limit);
      const result found = explore_all(*scenario, each.settings, limits{.seconds = limit});
      spent += found.seconds;
      schedules += found.schedules;
      complete = complete && found.complete;
      if (found.what) {
        return fmt::format("killed\t{}\t{}\t{}\t{}\t{:.2f}", scenario->name(), describe(each.settings),
                           name_of(found.what.kind), schedules, spent);
      }
    }
  }
  return fmt::format("survived\t{}\t{}", complete ? "complete" : "limits", schedules);
}

std::string verdict_of_child(const job& job, double most_seconds, progress& now) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    return "survived\tno pipe\t0";
  }
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const std::string line = explore(job, most_seconds, now);
    const auto written = write(ends[1], line.data(), line.size());
    _exit(written == static_cast<ssize_t>(line.size()) ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 512> part{};
  for (ssize_t size = 0; (size = read(ends[0], part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(size));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!text.empty()) {
    return text;
  }
  const bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
  return fmt::format("killed\t{}\t{}\t{}\t0\t0", now.scenario.data(), now.exploration.data(),
                     hangs ? "endless loop" : "end of the program");
}

job parse(const std::string& line) {
  std::istringstream fields(line);
  job result;
  fields >> result.number >> result.kind;
  for (std::string name; fields >> name;) {
    if (const scenario* const found = registry::all().find(name)) {
      result.scenarios.push_back(found);
    }
  }
  return result;
}

/// A scenario that has killed many mutants so far is likely to kill the next.
class ranking {
 public:
  void sort(std::vector<const scenario*>& scenarios) {
    std::stable_sort(scenarios.begin(), scenarios.end(), [this](const scenario* a, const scenario* b) {
      return _kills[a->name()] > _kills[b->name()];
    });
  }
  void learn(const std::string& verdict) {
    std::istringstream fields(verdict);
    std::string word;
    if (fields >> word && word == "killed" && fields >> word) {
      ++_kills[word];
    }
  }

 private:
  std::map<std::string, std::size_t> _kills;
};

int examine(double seconds) {
  void* const memory =
      mmap(nullptr, sizeof(progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return EXIT_FAILURE;
  }
  auto& now = *new (memory) progress;
  ranking ranks;
  for (std::string line; std::getline(std::cin, line);) {
    job next = parse(line);
    ranks.sort(next.scenarios);
    const std::string verdict = verdict_of_child(next, seconds, now);
    ranks.learn(verdict);
    fmt::print("{}\t{}\n", next.number, verdict);
    std::fflush(stdout);
  }
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 5 && arguments[0] == "coverage") {
    return print_coverage(static_cast<std::uint32_t>(std::stoul(arguments[1])), std::stod(arguments[2]),
                          std::stoul(arguments[3]), std::stoul(arguments[4]));
  }
  if (arguments.size() == 2 && arguments[0] == "examine") {
    return examine(std::stod(arguments[1]));
  }
  fmt::print(stderr, "usage: {} coverage BOUND SECONDS PART PARTS | examine SECONDS\n", argv[0]);
  return EXIT_FAILURE;
}
