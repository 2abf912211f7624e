#include "harness/tool/benchmark_runner.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <regex>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include "harness/experiment/take_sample.h"
#include "support/error.h"

namespace cqs::harness {

namespace {

using gb_reporter = benchmark::BenchmarkReporter;

template <class Reporter>
class under_our_names : public Reporter {
 public:
  void ReportRuns(const std::vector<gb_reporter::Run>& runs) override {
    auto renamed = runs;
    for (auto& run : renamed) {
      run.run_name.time_type.clear();
      run.run_name.iterations.clear();
    }
    Reporter::ReportRuns(renamed);
  }
};

/// All counters are in the files; on a terminal's line there is room for the most telling.
class console : public under_our_names<benchmark::ConsoleReporter> {
 public:
  console() { output_options_ = isatty(STDOUT_FILENO) == 1 ? OO_ColorTabular : OO_Tabular; }

  void ReportRuns(const std::vector<Run>& runs) override {
    auto shortened = runs;
    for (auto& run : shortened) {
      std::erase_if(run.counters, [](const auto& counter) {
        return counter.first != "jain" && counter.first != "wait_p999_ns" &&
               counter.first != "fifo_violations" && counter.first != "overtakings" &&
               counter.first != "abort_share";
      });
    }
    under_our_names::ReportRuns(shortened);
  }
};

bool selected(const std::string& filter, const std::string& name) {
  if (filter.empty() || filter == "all") {
    return true;
  }
  const bool inverted = filter.front() == '-';  // as Google Benchmark has it
  try {
    return std::regex_search(name, std::regex(filter.substr(inverted ? 1 : 0), std::regex::extended)) !=
           inverted;
  } catch (const std::regex_error& e) {
    throw support::user_error(fmt::format("'{}' is not a regular expression: {}", filter, e.what()));
  }
}

void report(benchmark::State& state, const sample& sample) {
  state.SetIterationTime(sample.ns_per_op / 1e9);
  for (const auto& [name, value] : sample.measures) {
    state.counters[name] = value;
  }
  if (!sample.failure.empty()) {
    state.SkipWithError(sample.failure.c_str());
  } else if (!sample.skipped.empty()) {
    state.SkipWithError(("skipped: " + sample.skipped).c_str());
  }
}

}  // namespace

benchmark_runner::benchmark_runner(std::vector<std::string> arguments) : _arguments(std::move(arguments)) {
  static std::string program = "cqs-bench";
  std::vector<char*> raw{program.data()};
  for (std::string& a : _arguments) {
    raw.push_back(a.data());
  }
  int count = static_cast<int>(raw.size());
  raw.push_back(nullptr);
  auto kept = _arguments;  // Initialize reorders
  benchmark::Initialize(&count, raw.data());
  if (count > 1) {
    throw support::user_error(fmt::format("run: unknown argument '{}'; see cqs-bench run --help", raw[1]));
  }
  _arguments = std::move(kept);
}

bool benchmark_runner::has_flag(const std::string& name, std::string& value) const {
  const std::string flag = "--" + name;
  for (const std::string& a : _arguments) {
    if (a == flag || a.starts_with(flag + "=")) {
      value = a == flag ? "true" : a.substr(flag.size() + 1);
      return true;
    }
  }
  return false;
}

bool benchmark_runner::run(std::vector<entry> entries) {
  const std::string filter = benchmark::GetBenchmarkFilter();
  std::erase_if(entries, [&](const entry& e) { return !selected(filter, e.run.cell.name()); });
  if (entries.empty()) {
    throw support::user_error(
        fmt::format("run: no cell has a name that matches '{}'; see cqs-bench list", filter));
  }
  std::string value;
  if (has_flag("benchmark_list_tests", value) && value != "false" && value != "0") {
    for (const entry& e : entries) {
      fmt::print("{}\n", e.run.cell.name());
    }
    return true;
  }
  if (has_flag("benchmark_min_time", value)) {
    const double seconds = std::strtod(value.c_str(), nullptr);
    if (!(seconds > 0 && seconds < 1e6)) {
      throw support::user_error(
          fmt::format("run: --benchmark_min_time should be a number of seconds, not '{}'", value));
    }
    for (entry& e : entries) {
      e.run.window = std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
    }
  }

  bool all_right = true;
  std::exception_ptr refused;
  for (const entry& e : entries) {
    benchmark::RegisterBenchmark(e.run.cell.name().c_str(),
                                 [&, e](benchmark::State& state) {
                                   for ([[maybe_unused]] auto _ : state) {
                                     if (!e.implementation->skipped.empty()) {
                                       state.SkipWithError(("skipped: " + e.implementation->skipped).c_str());
                                       break;
                                     }
                                     try {
                                       const sample sample = take_sample(*e.implementation, e.run);
                                       all_right = all_right && sample.failure.empty();
                                       report(state, sample);
                                     } catch (const support::user_error& error) {
                                       refused = std::current_exception();
                                       state.SkipWithError(error.what());
                                     }
                                     if (state.error_occurred()) {
                                       break;
                                     }
                                   }
                                 })
        ->UseManualTime()
        ->Iterations(1);
  }

  std::unique_ptr<gb_reporter> display;
  if (has_flag("benchmark_format", value) && value == "json") {
    display = std::make_unique<under_our_names<benchmark::JSONReporter>>();
  } else {
    display = std::make_unique<console>();
  }
  under_our_names<benchmark::JSONReporter> file;
  const bool to_file = has_flag("benchmark_out", value);
  benchmark::RunSpecifiedBenchmarks(display.get(), to_file ? &file : nullptr, "all");
  benchmark::Shutdown();
  if (refused) {
    std::rethrow_exception(refused);
  }
  return all_right;
}

}  // namespace cqs::harness
