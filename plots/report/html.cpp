#include "plots/report/html.h"

#include <cctype>
#include <cstdint>
#include <stdexcept>

#include <fmt/format.h>

#include "plots/report/page_files.h"

namespace cqs::plots::html {

namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? digits[group >> (18U - 6U * j) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string sentence(std::string_view text) {
  std::string result = escaped(text) + ".";
  result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
  return result;
}

std::string code(std::string_view text) {
  return fmt::format("<code>{}</code>", escaped(text));
}

std::string script_data(std::string json) {
  for (std::size_t at = 0; (at = json.find("</", at)) != std::string::npos; at += 3) {
    json.insert(at + 1, 1, '\\');
  }
  return json;
}

std::string svg_address(const std::string& svg) {
  const auto begin = svg.find("<svg");
  const auto end = begin == std::string::npos ? begin : svg.find('>', begin);
  if (end == std::string::npos) {
    throw std::logic_error("this is no SVG");
  }
  const std::string_view whole = svg;
  const std::string styled =
      fmt::format("{}<style><![CDATA[{}]]></style>{}", whole.substr(begin, end + 1 - begin),
                  support::find_embedded(page_files, "figure")->text, whole.substr(end + 1));
  return fmt::format("data:image/svg+xml;base64,{}", base64(styled));
}

std::string filled(std::string_view text, const std::map<std::string, std::string_view>& values) {
  std::string result;
  while (true) {
    const auto open = text.find("{{");
    result += text.substr(0, open);
    if (open == std::string_view::npos) {
      return result;
    }
    const auto close = text.find("}}", open);
    const auto found = values.find(std::string(text.substr(open + 2, close - open - 2)));
    if (found == values.end()) {
      throw std::logic_error("the page names something that it is not given");
    }
    result += found->second;
    text.remove_prefix(close + 2);
  }
}

}  // namespace cqs::plots::html
