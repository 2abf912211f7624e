#include "harness/cell.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

#include "harness/error.h"

namespace cqs::harness {

std::string cell::name() const {
  std::string text = experiment + "/impl:" + implementation;
  for (const auto& [name, value] : parameters) {
    text += "/" + name + ":" + value;
  }
  return threads == 0 ? text : text + "/threads:" + std::to_string(threads);
}

cell cell::parse(std::string_view name) {
  const auto parts = split(name, '/');
  cell result;
  result.experiment = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto colon = parts[i].find(':');
    if (colon == std::string::npos) {
      throw user_error(
          fmt::format("'{}' in the cell's name '{}' is not <parameter>:<value>", parts[i], name));
    }
    const std::string key = parts[i].substr(0, colon);
    const std::string value = parts[i].substr(colon + 1);
    if (key == "impl") {
      result.implementation = value;
    } else if (key == "threads") {
      result.threads = static_cast<unsigned>(parse_number(value, "the number of threads", 1, most_threads));
    } else {
      result.parameters.push_back({key, value});
    }
  }
  if (result.experiment.empty() || result.implementation.empty()) {
    throw user_error(fmt::format("'{}' is not the name of a cell: see cqs-bench list", name));
  }
  return result;
}

const std::string& cell::value(std::string_view parameter) const {
  const auto found = std::ranges::find(parameters, parameter, &parameter::name);
  if (found == parameters.end()) {
    throw std::logic_error(fmt::format("the cell {} has no parameter {}", name(), parameter));
  }
  return found->value;
}

std::int64_t cell::number(std::string_view parameter) const {
  return parse_number(value(parameter), parameter, 0, INT64_MAX);
}

std::int64_t parse_number(std::string_view text, std::string_view what, std::int64_t least,
                          std::int64_t greatest) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end != text.data() + text.size() ||
      (error != std::errc{} && error != std::errc::result_out_of_range)) {
    throw user_error(fmt::format("{} should be a number, not '{}'", what, text));
  }
  if (error != std::errc{} || number < least || number > greatest) {
    throw user_error(greatest == INT64_MAX
                         ? fmt::format("{} should be at least {}, not {}", what, least, text)
                         : fmt::format("{} should be from {} to {}, not {}", what, least, greatest, text));
  }
  return number;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const auto first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.emplace_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

bool matches(std::string_view pattern, std::string_view text) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == text;
  }
  if (!text.starts_with(pattern.substr(0, star))) {
    return false;
  }
  const auto rest = pattern.substr(star + 1);
  for (std::size_t skip = star; skip <= text.size(); ++skip) {
    if (matches(rest, text.substr(skip))) {
      return true;
    }
  }
  return false;
}

}  // namespace cqs::harness
