#include "harness/analysis/claim.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "harness/analysis/built_in_claims.h"
#include "support/error.h"
#include "support/section_file.h"
#include "support/text.h"

namespace cqs::harness {

namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
}

double parse_ratio(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw support::user_error(fmt::format("'{}' is not a number", text));
  }
  return value;
}

double operand(const std::string& text, const cell& cell) {
  if (text == "threads") {
    return cell.threads;
  }
  return is_number(text) ? parse_ratio(text) : static_cast<double>(cell.number(text));
}

claim::condition parse_condition(const std::string& text) {
  for (const std::string_view relation : {"<=", ">=", "<", ">", "="}) {
    if (const auto at = text.find(relation); at != std::string::npos) {
      const std::string_view view = text;
      return {std::string(support::trimmed(view.substr(0, at))), std::string(relation),
              std::string(support::trimmed(view.substr(at + relation.size())))};
    }
  }
  throw support::user_error(fmt::format("'{}' is not a condition such as threads > 1", text));
}

void set(claim& c, const std::string& key, const std::string& value) {
  const auto values = support::split(value, ',');
  if (key == "paper") {
    c.paper = value;
  } else if (key == "quote") {
    c.quote = value;
  } else if (key == "introduction") {
    c.introduction = value;
  } else if (key == "processors") {
    c.processors = static_cast<unsigned>(support::parse_number(value, "'processors'", 1, most_threads));
  } else if (key == "fitted" && value == "yes") {
    c.fitted = true;
  } else if (key == "agrees" && values.size() == 2) {
    c.agreeing = {parse_ratio(values[0]), parse_ratio(values[1])};
  } else if (key == "experiment") {
    c.experiment = value;
  } else if (key == "ours") {
    c.ours = value;
  } else if (key == "peers") {
    c.peers = values;
  } else if (key == "where") {
    std::ranges::transform(values, std::back_inserter(c.where), &parse_condition);
  } else if (key == "take" && (value == "mean" || value == "greatest" || value == "least")) {
    c.take = value == "mean"    ? claim::statistic::mean
             : value == "least" ? claim::statistic::least
                                : claim::statistic::greatest;
  } else {
    throw support::user_error(fmt::format("a claim has no '{} = {}'", key, value));
  }
}

}  // namespace

bool claim::condition::holds(const cell& cell) const {
  const double a = operand(left, cell);
  const double b = operand(right, cell);
  if (relation == "<=") {
    return a <= b;
  }
  if (relation == ">=") {
    return a >= b;
  }
  if (relation == "<") {
    return a < b;
  }
  return relation == ">" ? a > b : a == b;
}

bool claim::includes(const cell& cell) const {
  return std::ranges::all_of(where, [&](const condition& c) { return c.holds(cell); });
}

std::string claim::verdict(double ratio, const std::optional<interval>& bounds, bool simulated,
                           unsigned hardware_threads) const {
  if (hardware_threads < processors) {
    return fmt::format("this machine cannot show it: {} processors, of {} that it takes", hardware_threads,
                       processors);
  }
  if (!bounds && !simulated) {
    return fmt::format("undecided: fewer than {} samples, or disturbed ones", least_samples_of_interval);
  }
  const interval found = bounds.value_or(interval{ratio, ratio});
  const bool means_faster = agreeing.low >= 1;
  const bool means_slower = agreeing.high <= 1;
  const char* const by_fitting = fitted && simulated ? " (fitted: no evidence)" : "";
  if (agreeing.low <= found.low && found.high <= agreeing.high) {
    return fmt::format("agrees{}", by_fitting);
  }
  if ((means_faster && found.high < 1) || (means_slower && found.low > 1)) {
    return "contradicts";
  }
  if (found.low <= agreeing.high && agreeing.low <= found.high) {
    return "undecided: the interval is too wide";
  }
  return (means_faster && found.low > 1) || (means_slower && found.high < 1) ? "same direction, another size"
                                                                             : "differs";
}

std::vector<claim> claim::parse(std::string_view file, std::string_view text) {
  std::vector<claim> claims;
  support::read_sections(file, text, [&claims](const support::section_line& line) {
    if (line.begins_section) {
      claims.emplace_back().text = line.name;
    } else if (claims.empty()) {
      throw support::user_error(fmt::format("'{}' comes before the first [claim]", line.name));
    } else {
      set(claims.back(), line.name, line.value);
    }
  });
  return claims;
}

const std::vector<claim>& claim::of_paper() {
  static const auto claims =
      parse("profiles/paper.claims", support::find_embedded(built_in_claims, "paper")->text);
  return claims;
}

}  // namespace cqs::harness
