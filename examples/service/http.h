#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// As much of HTTP/1.1 as the service needs: requests without a body, and short answers.
namespace http {

inline constexpr std::size_t longest_head = 8192;

struct request {
  std::string method;
  std::string path;
  bool keeps_alive = true;
};

inline bool equals(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// Removes and returns what comes before `separator`; all if there is none.
inline std::string_view take_until(std::string_view& text, std::string_view separator) {
  const auto end = text.find(separator);
  const auto result = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return result;
}

inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Returns nothing if the head of a request is malformed, or announces a body.
inline std::optional<request> parse(std::string_view head) {
  std::string_view line = take_until(head, "\r\n");
  request result;
  result.method = take_until(line, " ");
  result.path = take_until(line, " ");
  if (result.method.empty() || result.path.empty() || result.path.front() != '/' ||
      (line != "HTTP/1.1" && line != "HTTP/1.0")) {
    return std::nullopt;
  }
  result.keeps_alive = line == "HTTP/1.1";
  while (!head.empty()) {
    std::string_view field = take_until(head, "\r\n");
    if (field.empty()) {
      break;
    }
    if (field.find(':') == std::string_view::npos) {
      return std::nullopt;
    }
    const auto name = take_until(field, ":");
    const auto value = trimmed(field);
    if (equals(name, "Connection")) {
      result.keeps_alive = equals(value, "keep-alive") || (result.keeps_alive && !equals(value, "close"));
    } else if (equals(name, "Transfer-Encoding") || (equals(name, "Content-Length") && value != "0")) {
      return std::nullopt;
    }
  }
  return result;
}

struct response {
  std::string_view status;
  std::string body;
  std::string_view more_fields = "";
};

inline std::string to_text(const response& answer, bool keeps_alive, bool with_body) {
  std::string text = "HTTP/1.1 ";
  text += answer.status;
  text += "\r\nContent-Type: text/plain\r\nContent-Length: " + std::to_string(answer.body.size());
  text += keeps_alive ? "\r\nConnection: keep-alive\r\n" : "\r\nConnection: close\r\n";
  text += answer.more_fields;
  text += "\r\n";
  if (with_body) {
    text += answer.body;
  }
  return text;
}

}  // namespace http
