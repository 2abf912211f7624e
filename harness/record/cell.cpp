#include "harness/record/cell.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "support/error.h"
#include "support/text.h"

namespace cqs::harness {

std::string cell::name() const {
  std::string text = experiment + "/impl:" + implementation;
  for (const auto& [name, value] : parameters) {
    text += "/" + name + ":" + value;
  }
  return threads == 0 ? text : text + "/threads:" + std::to_string(threads);
}

std::string cell::key(std::string_view placement) const {
  return fmt::format("{} @{}", name(), placement);
}

cell cell::parse(std::string_view name) {
  const auto parts = support::split(name, '/');
  cell result;
  result.experiment = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto colon = parts[i].find(':');
    if (colon == std::string::npos) {
      throw support::user_error(
          fmt::format("'{}' in the cell's name '{}' is not <parameter>:<value>", parts[i], name));
    }
    const std::string key = parts[i].substr(0, colon);
    const std::string value = parts[i].substr(colon + 1);
    if (key == "impl") {
      result.implementation = value;
    } else if (key == "threads") {
      result.threads =
          static_cast<unsigned>(support::parse_number(value, "the number of threads", 1, most_threads));
    } else {
      result.parameters.push_back({key, value});
    }
  }
  if (result.experiment.empty() || result.implementation.empty()) {
    throw support::user_error(fmt::format("'{}' is not the name of a cell: see cqs-bench list", name));
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
  return support::parse_number(value(parameter), parameter, 0, INT64_MAX);
}

}  // namespace cqs::harness
