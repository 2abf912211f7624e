#include "support/section_file.h"

#include <sstream>

#include <fmt/format.h>

#include "support/error.h"
#include "support/text.h"

namespace cqs::support {

namespace {

section_line parsed(std::string_view content, unsigned number) {
  if (content.front() == '[') {
    if (content.back() != ']') {
      throw user_error(fmt::format("'{}' lacks its ]", content));
    }
    return {number, true, std::string(trimmed(content.substr(1, content.size() - 2))), ""};
  }
  const auto equals = content.find('=');
  if (equals == std::string_view::npos) {
    throw user_error(fmt::format("'{}' is neither [section] nor key = value", content));
  }
  return {number, false, std::string(trimmed(content.substr(0, equals))),
          std::string(trimmed(content.substr(equals + 1)))};
}

}  // namespace

void read_sections(std::string_view file, std::string_view text,
                   const std::function<void(const section_line&)>& read) {
  std::istringstream lines{std::string(text)};
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    const auto content = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (content.empty()) {
      continue;
    }
    try {
      read(parsed(content, number));
    } catch (const user_error& e) {
      throw user_error(fmt::format("{}, line {}: {}", file, number, e.what()));
    }
  }
}

}  // namespace cqs::support
