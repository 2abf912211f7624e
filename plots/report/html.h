#pragma once

#include <map>
#include <string>
#include <string_view>

namespace cqs::plots::html {

/// Escapes a text for HTML, also inside quotes.
std::string escaped(std::string_view text);

/// The escaped text with a capital letter and a full stop.
std::string sentence(std::string_view text);

/// The escaped text as code.
std::string code(std::string_view text);

/// Escapes JSON for a script element.
std::string script_data(std::string json);

/// Returns a data URL of the picture. Its black and white follow the reader's dark or light setting.
std::string svg_address(const std::string& svg);

/// Replaces each `{{name}}` in the text. Throws `std::logic_error` if a name has no value.
std::string filled(std::string_view text, const std::map<std::string, std::string_view>& values);

}  // namespace cqs::plots::html
