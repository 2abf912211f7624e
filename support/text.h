#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cqs::support {

/// Parses the whole text as a number. Throws `user_error`, which names `what`, if the text is not a number or
/// the number is out of range.
std::int64_t parse_number(std::string_view text, std::string_view what, std::int64_t least,
                          std::int64_t greatest);

/// The text without leading and trailing spaces.
std::string_view trimmed(std::string_view text);

/// The parts between separators, trimmed.
std::vector<std::string> split(std::string_view text, char separator);

/// Whether the text matches the pattern, in which `*` matches any characters.
bool matches(std::string_view pattern, std::string_view text);

/// Formats a duration, such as `7 min 30 s`.
std::string format_duration(std::chrono::duration<double> duration);

}  // namespace cqs::support
