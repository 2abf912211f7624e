#include "support/text.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "support/error.h"

namespace cqs::support {

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

std::string format_duration(std::chrono::duration<double> duration) {
  const auto seconds = static_cast<std::int64_t>(duration.count() + 0.5);
  if (seconds < 60) {
    return fmt::format("{} s", seconds);
  }
  if (seconds < 3600) {
    return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  }
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

}  // namespace cqs::support
