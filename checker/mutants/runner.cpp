// The program of one mutant: explores the scenarios it was compiled with until one finds the bug. Prints a
// line, with tabs between: killed, scenario, kind, schedules, seconds, message; or: survived, schedules.

#include <fnmatch.h>

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include <checker/explore/explore.h>
#include <checker/registry.h>

int main(int argc, char** argv) {
  using namespace cqs::check;
  if (argc < 6) {
    fmt::print(stderr, "usage: {} BOUND WEAK STALE SECONDS PATTERN...\n", argv[0]);
    return EXIT_FAILURE;
  }
  settings settings;
  settings.bound = static_cast<std::uint32_t>(std::stoul(argv[1]));
  settings.weak = std::string(argv[2]) == "1";
  settings.stale_reads = static_cast<std::uint32_t>(std::stoul(argv[3]));
  const double seconds = std::stod(argv[4]);
  std::uint64_t schedules = 0;
  std::size_t explored = 0;
  bool complete = true;
  for (int i = 5; i < argc; ++i) {
    for (const scenario* const each : registry::all().sorted()) {
      if (fnmatch(argv[i], each->name().c_str(), 0) != 0) {
        continue;
      }
      ++explored;
      const result found = explore_all(*each, settings, limits{.seconds = seconds});
      schedules += found.schedules;
      complete = complete && found.complete;
      if (found.what) {
        fmt::print("killed\t{}\t{}\t{}\t{:.2f}\t{}\n", each->name(), name_of(found.what.kind),
                   found.schedules, found.seconds, found.what.message);
        return EXIT_SUCCESS;
      }
    }
  }
  fmt::print("survived\t{}\t{}\n", schedules, explored == 0 ? "no scenario" : complete ? "complete" : "time");
  return EXIT_SUCCESS;
}
