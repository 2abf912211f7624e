#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace cqs::support {

/// A line of a file of sections: `[section]` or `key = value`. `#` begins a comment.
struct section_line {
  unsigned number = 0;  ///< in the file, from 1
  bool begins_section = false;
  std::string name;   ///< of the section or of the key
  std::string value;  ///< of the key
};

/// Calls `read` for each line, in order. Throws `user_error`, which begins with `file` and the line's number, if a
/// line has neither form or if `read` throws a `user_error`.
void read_sections(std::string_view file, std::string_view text,
                   const std::function<void(const section_line&)>& read);

}  // namespace cqs::support
