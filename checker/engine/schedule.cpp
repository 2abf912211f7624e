#include <checker/engine/schedule.h>

#include <charconv>

#include <fmt/format.h>

#include <checker/engine/settings.h>

namespace cqs::check {

namespace {

constexpr std::string_view sequential_prefix = "sc:";
constexpr std::string_view weak_prefix = "weak:";

/// Reads a number at `text[at]` and moves `at` behind it. Returns `otherwise` if there is no number.
std::uint32_t number(std::string_view text, std::size_t& at, std::uint32_t otherwise) {
  std::uint32_t value = otherwise;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    throw bad_trace(fmt::format("number out of range at character {}", at + 1));
  }
  at = static_cast<std::size_t>(end - text.data());
  return value;
}

}  // namespace

std::string name_of_thread(thread_id thread) {
  return thread == 0 ? "main" : std::string(1, static_cast<char>('a' + thread - 1));
}

std::string to_string(const trace& trace) {
  std::string text(trace.weak ? weak_prefix : sequential_prefix);
  const schedule& steps = trace.steps;
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t run = i + 1;
    text += name_of_thread(steps[i].thread);
    if (steps[i].variant != 0) {
      text += fmt::format("~{}", steps[i].variant);
    } else {
      while (run < steps.size() && steps[run] == steps[i]) {
        ++run;
      }
      if (run - i > 1) {
        text += std::to_string(run - i);
      }
    }
    i = run;
  }
  return text;
}

trace parse_trace(std::string_view text) {
  trace result;
  std::size_t at = 0;
  if (text.substr(0, weak_prefix.size()) == weak_prefix) {
    result.weak = true;
    at = weak_prefix.size();
  } else if (text.substr(0, sequential_prefix.size()) == sequential_prefix) {
    at = sequential_prefix.size();
  } else {
    throw bad_trace("a trace must begin with 'sc:' or 'weak:'");
  }
  while (at < text.size()) {
    const char letter = text[at];
    if (letter < 'a' || letter >= static_cast<char>('a' + max_threads - 1)) {
      throw bad_trace(fmt::format("'{}' at character {} does not name a thread", letter, at + 1));
    }
    step next{static_cast<thread_id>(letter - 'a' + 1), 0};
    ++at;
    std::uint32_t count = 1;
    if (at < text.size() && text[at] == '~') {
      const std::uint32_t variant = number(text, ++at, 0);
      if (variant == 0 || variant > spurious_variant) {
        throw bad_trace(
            fmt::format("the variant before character {} must be from 1 to {}", at + 1, spurious_variant));
      }
      next.variant = static_cast<std::uint8_t>(variant);
    } else {
      count = number(text, at, 1);
    }
    if (count > most_steps - result.steps.size()) {
      throw bad_trace(fmt::format("the trace has more than {} steps", most_steps));
    }
    result.steps.insert(result.steps.end(), count, next);
  }
  return result;
}

}  // namespace cqs::check
