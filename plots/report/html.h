#pragma once

#include <map>
#include <string>
#include <string_view>

namespace cqs::plots::html {

/// So that a browser shows it as it is, also within quotes.
std::string escaped(std::string_view text);

/// Escaped, as code.
std::string code(std::string_view text);

/// JSON that may stand in a script element.
std::string script_data(std::string json);

/// A picture's address that holds the picture. Its black and white follow the reader's dark or light setting.
std::string svg_address(const std::string& svg);

/// The text with each `{{name}}` replaced. Throws `std::logic_error` if one has no value.
std::string filled(std::string_view text, const std::map<std::string, std::string_view>& values);

}  // namespace cqs::plots::html
