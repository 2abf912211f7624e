#include <checker/explore/report.h>

#include <fmt/format.h>

#include <checker/engine/failure.h>
#include <checker/explore/replay.h>

namespace cqs::check {

namespace {

/// Formats counters in decimal, addresses and packed words in hexadecimal.
std::string in_words(std::uint64_t value) {
  return value < 100'000 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}

std::string operation_of(const record& step) {
  switch (step.kind) {
    case operation_kind::futex_wait:
    case operation_kind::futex_wait_until:
    case operation_kind::futex_wake:
    case operation_kind::pause:
    case operation_kind::read_clock:
    case operation_kind::step:
      return name_of(step.kind);
    default:
      return fmt::format("{}({})", name_of(step.kind), name_of(step.order));
  }
}

std::string outcome_of(const record& step) {
  std::string text;
  if (step.has_values) {
    text = step.before == step.after ? in_words(step.before)
                                     : fmt::format("{} -> {}", in_words(step.before), in_words(step.after));
  }
  if (step.what.variant != 0 && step.kind == operation_kind::load) {
    text += " (stale)";
  }
  if (!step.remark.empty()) {
    text += text.empty() ? step.remark : fmt::format(" ({})", step.remark);
  }
  return text;
}

}  // namespace

retelling retell(const program& program, const settings& settings, const trace& trace) {
  check::settings as_traced = settings;
  as_traced.weak = trace.weak;
  execution runner;
  replay strategy(trace.steps);
  recording steps;
  runner.run(program, strategy, as_traced, &steps);
  retelling told;
  told.what = runner.what_failed();
  std::size_t number = 0;
  for (const record& step : steps) {
    told.steps +=
        fmt::format("{:>4}  {}  {:<32} {:<24} {:<24} {}\n", ++number, name_of_thread(step.what.thread),
                    operation_of(step), outcome_of(step), describe(step.where), step.object);
  }
  return told;
}

}  // namespace cqs::check
