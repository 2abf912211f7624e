#include "plots/collect/coordinates.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace cqs::plots {

namespace {

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

bool by_number::operator()(const std::string& a, const std::string& b) const {
  const auto x = number(a);
  const auto y = number(b);
  if (x && y) {
    return *x < *y;
  }
  return x.has_value() != y.has_value() ? x.has_value() : a < b;
}

bool by_values::operator()(const coordinates& a, const coordinates& b) const {
  return std::ranges::lexicographical_compare(a, b, [](const auto& left, const auto& right) {
    return left.first != right.first ? left.first < right.first : by_number()(left.second, right.second);
  });
}

coordinates coordinates_of(const harness::row& row) {
  coordinates result;
  for (const auto& [name, value] : row.cell.parameters) {
    result[name] = value;
  }
  result["threads"] = std::to_string(row.cell.threads);
  result["placement"] = row.placement;
  return result;
}

std::string to_string(const coordinates& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

}  // namespace cqs::plots
