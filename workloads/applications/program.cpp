#include "workloads/applications/program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/error.h"
#include "support/nearest_name.h"
#include "support/programs.h"
#include "support/text.h"
#include "workloads/applications/paths.h"
#include "workloads/applications/text_file.h"

namespace cqs::workloads::applications {

namespace {

using arguments = std::vector<std::string>;

/// Kyoto Cabinet's hash table in memory: random operations of all kinds. Each thread does as many.
arguments of_kccachetest(const task& what) {
  return {"wicked", "-th", std::to_string(what.threads), std::to_string(what.operations_per_thread())};
}

/// The same on a tree in a file.
arguments of_kctreetest(const task& what) {
  return {"wicked", "-th", std::to_string(what.threads), what.folder / "tree.kct",
          std::to_string(what.operations_per_thread())};
}

/// An operation is a block of text.
arguments of_pbzip2(const task& what) {
  constexpr std::uint64_t block = 100'000;
  const auto file = what.folder / "text";
  write_text(file, what.operations * block);
  return {"-v", "-k", "-f", "-b1", fmt::format("-p{}", what.threads), file};
}

arguments of_sysbench(const char* test, const task& what, arguments more) {
  arguments all{test, fmt::format("--threads={}", what.threads),
                fmt::format("--rand-seed={}", what.seed % INT32_MAX), "--time=0"};
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  all.emplace_back("run");
  return all;
}

/// An operation: 100 steps of a loop, and one of four mutexes is locked and unlocked.
arguments of_sysbench_mutex(const task& what) {
  return of_sysbench(
      "mutex", what,
      {"--mutex-num=4", "--mutex-loops=100", fmt::format("--mutex-locks={}", what.operations_per_thread())});
}

/// An operation: ten times, one of two mutexes is locked, the processor is yielded, and the mutex is unlocked.
arguments of_sysbench_threads(const task& what) {
  return of_sysbench("threads", what,
                     {"--thread-yields=10", "--thread-locks=2", fmt::format("--events={}", what.operations)});
}

arguments of_leveldb(const task& what) {
  return {what.folder / "database", std::to_string(what.threads),
          std::to_string(what.operations_per_thread()), std::to_string(what.seed)};
}

constexpr auto all = std::to_array<program>({
    {.name = "kccachetest",
     .file = "kccachetest",
     .package = "kyotocabinet-utils",
     .operations_per_ms = 1000,
     .arguments = &of_kccachetest,
     .before_time = "\ntime: "},
    {.name = "kctreetest",
     .file = "kctreetest",
     .package = "kyotocabinet-utils",
     .operations_per_ms = 200,
     .arguments = &of_kctreetest,
     .before_time = "\ntime: "},
    {.name = "leveldb",
     .file = leveldb_driver,
     .package = "libleveldb-dev",
     .operations_per_ms = 1500,
     .arguments = &of_leveldb,
     .before_time = "time: "},
    {.name = "pbzip2",
     .file = "pbzip2",
     .package = "pbzip2",
     .operations_per_ms = 0.3,
     .arguments = &of_pbzip2,
     .before_time = "Wall Clock: "},
    {.name = "sysbench_mutex",
     .file = "sysbench",
     .package = "sysbench",
     .operations_per_ms = 20000,
     .arguments = &of_sysbench_mutex,
     .before_time = "total time: "},
    {.name = "sysbench_threads",
     .file = "sysbench",
     .package = "sysbench",
     .operations_per_ms = 100,
     .arguments = &of_sysbench_threads,
     .before_time = "total time: "},
});

}  // namespace

std::optional<std::filesystem::path> program::find() const {
  const std::string wanted(file);
  if (!wanted.starts_with('/')) {
    return support::find_in_path(wanted);
  }
  return support::is_executable(wanted) ? std::optional<std::filesystem::path>(wanted) : std::nullopt;
}

std::string program::how_to_get_it() const {
  return file.starts_with('/') ? fmt::format("install {}, configure and build again", package)
                               : fmt::format("install {}", package);
}

std::uint64_t program::operations(std::chrono::nanoseconds window, unsigned threads) const {
  const double ms = std::chrono::duration<double, std::milli>(window).count();
  const auto each = std::llround(operations_per_ms * ms / threads);
  return static_cast<std::uint64_t>(std::max(each, 1LL)) * threads;
}

std::optional<double> program::time_ns(std::string_view output) const {
  const auto found = output.rfind(before_time);
  if (found == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = support::trimmed(output.substr(found + before_time.size()));
  double seconds = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), seconds);
  if (error != std::errc{}) {
    return std::nullopt;
  }
  return seconds * 1e9;
}

std::span<const program> programs() {
  return all;
}

const program& find_program(const std::string& name) {
  const auto found = std::ranges::find(all, name, &program::name);
  if (found != all.end()) {
    return *found;
  }
  std::vector<std::string> names;
  std::ranges::transform(all, std::back_inserter(names),
                         [](const program& each) { return std::string(each.name); });
  throw support::user_error(fmt::format("applications: there is no program '{}'{}; there are {}", name,
                                        support::did_you_mean(name, names), fmt::join(names, ", ")));
}

}  // namespace cqs::workloads::applications
