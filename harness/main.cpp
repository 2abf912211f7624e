// cqs-bench: runs cells. A cell is one benchmark of Google Benchmark, named
// `<experiment>/impl:<name>/<parameter>:<value>`.

#include <cstdio>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

namespace {

constexpr std::string_view usage = R"(Usage: cqs-bench COMMAND [OPTION...]

  list                  the names of all cells
  run [OPTION...]       runs cells, with the options of Google Benchmark, such as
                        --benchmark_filter=REGEX --benchmark_repetitions=N
                        --benchmark_enable_random_interleaving=true --benchmark_out=FILE
)";

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    std::fputs("cqs-bench: see cqs-bench run --help for the options there are\n", stderr);
    return 2;
  }
  if (benchmark::RunSpecifiedBenchmarks() == 0) {
    std::fputs("cqs-bench: no cell has a name that matches the filter; see cqs-bench list\n", stderr);
    return 2;
  }
  benchmark::Shutdown();
  return 0;
}

int list(char* program) {
  std::string flag = "--benchmark_list_tests=true";
  char* arguments[] = {program, flag.data(), nullptr};
  return run(2, arguments);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "list" && argc == 2) {
    return list(argv[0]);
  }
  if (command == "run") {
    argv[1] = argv[0];
    return run(argc - 1, argv + 1);
  }
  if (command == "--help" || command == "-h") {
    std::fwrite(usage.data(), 1, usage.size(), stdout);
    return 0;
  }
  std::fprintf(stderr, "cqs-bench: %s\n\n",
               command.empty() ? "a command is missing" : "unknown command or argument");
  std::fwrite(usage.data(), 1, usage.size(), stderr);
  return 2;
}
