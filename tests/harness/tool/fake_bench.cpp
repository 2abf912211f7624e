// The tool with experiments that measure nothing: how the sweep handles cells that are quick, fail, crash or
// hang.

#include <csignal>
#include <cstdlib>
#include <ostream>
#include <thread>

#include "harness/team/team_sample.h"
#include "harness/tool/tool.h"

namespace {

using cqs::harness::cell_run;
using cqs::harness::sample;

sample quick(const cell_run& run) {
  sample s;
  s.ns_per_op = 100 + static_cast<double>(run.seed % 7) + static_cast<double>(run.cell.number("size"));
  s.set("ops", 1000);
  return s;
}

sample slower(const cell_run& run) {
  sample s = quick(run);
  const char* const factor = std::getenv("FAKE_FACTOR");
  s.ns_per_op *= factor == nullptr ? 2 : std::atof(factor);
  return s;
}

sample slow(const cell_run& run) {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  return quick(run);
}

/// Every other process is in another mode.
sample two_modes(const cell_run& run) {
  sample s = quick(run);
  s.ns_per_op *= run.seed / 1000 % 2 == 0 ? 1 : 9;
  return s;
}

sample noisy(const cell_run& run) {
  sample s = quick(run);
  s.ns_per_op *= 1 + 0.07 * static_cast<double>(run.seed / 1000 % 5);
  return s;
}

/// Really runs, and needs all processors that it gets.
sample busy(const cell_run& run) {
  return cqs::harness::sample_of(run.team(100).run_for(run.window, [](auto& member) {
    while (member.running()) {
      member.work();
      member.completed();
    }
  }));
}

sample violates(const cell_run& run) {
  sample s = quick(run);
  s.check_equal("permits at the end", 2, 1);
  return s;
}

sample crashes(const cell_run& /*run*/) {
  std::raise(SIGSEGV);
  return {};
}

sample hangs(const cell_run& /*run*/) {
  while (true) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace

int main(int argc, char** argv) {
  cqs::harness::experiment good{
      .name = "good", .summary = "passes", .operation = "nothing", .axes = {"size"}};
  good.implementations = {
      {.name = "cqs.thing", .origin = "test", .waits_by = "never", .fair = true, .run = &quick},
      {.name = "std.thing", .origin = "test", .waits_by = "never", .run = &slower},
      {.name = "other.thing", .origin = "test", .waits_by = "never", .skipped = "it lacks a leg"}};
  cqs::harness::experiment calm{
      .name = "calm", .summary = "takes a while", .operation = "a nap", .axes = {"size"}};
  calm.implementations = {{.name = "cqs.thing", .origin = "test", .waits_by = "never", .run = &slow},
                          {.name = "std.thing", .origin = "test", .waits_by = "never", .run = &slow}};
  cqs::harness::experiment bad{.name = "bad", .summary = "goes wrong", .operation = "harm", .axes = {"size"}};
  bad.implementations = {{.name = "cqs.violates", .origin = "test", .waits_by = "never", .run = &violates},
                         {.name = "cqs.crashes", .origin = "test", .waits_by = "never", .run = &crashes},
                         {.name = "std.hangs", .origin = "test", .waits_by = "never", .run = &hangs}};
  cqs::harness::experiment odd{
      .name = "odd", .summary = "has modes", .operation = "nothing", .axes = {"size"}};
  odd.implementations = {{.name = "cqs.two_modes", .origin = "test", .waits_by = "never", .run = &two_modes},
                         {.name = "cqs.noisy", .origin = "test", .waits_by = "never", .run = &noisy},
                         {.name = "std.busy", .origin = "test", .waits_by = "never", .run = &busy}};
  return cqs::harness::run_tool(argc, argv,
                                {{good, calm, bad, odd}, [](std::ostream& out) { out << "a table\n"; }});
}
