#include <checker/mutation/token.h>

#include <array>
#include <cctype>

namespace cqs::check::mutate {

namespace {

constexpr std::array<std::string_view, 25> long_signs{
    "<=>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=",
    "==",  "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="};

bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class lexer {
 public:
  explicit lexer(std::string_view text) : _text(text) {}

  std::vector<token> read() {
    while (_at < _text.size()) {
      if (!skip_blank() && !skip_comment() && !skip_directive()) {
        take();
      }
    }
    return std::move(_tokens);
  }

 private:
  bool skip_blank() {
    if (!is_blank(_text[_at])) {
      return false;
    }
    _is_line_start = _is_line_start || _text[_at] == '\n';
    ++_at;
    return true;
  }

  bool skip_comment() {
    const std::string_view rest = _text.substr(_at);
    if (rest.starts_with("//")) {
      _at = std::min(_text.find('\n', _at), _text.size());
    } else if (rest.starts_with("/*")) {
      _at = std::min(_text.find("*/", _at), _text.size() - 2) + 2;
    } else {
      return false;
    }
    return true;
  }

  bool skip_directive() {
    if (_text[_at] != '#' || !_is_line_start) {
      return false;
    }
    do {
      _at = std::min(_text.find('\n', _at + 1), _text.size());
    } while (_at < _text.size() && _text[_at - 1] == '\\');
    return true;
  }

  void take() {
    _is_line_start = false;
    const char first = _text[_at];
    if (std::isdigit(static_cast<unsigned char>(first)) != 0) {
      add(token::sort::number,
          length_while([](char c) { return continues_word(c) || c == '\'' || c == '.'; }));
    } else if (continues_word(first)) {
      add(token::sort::word, length_while(continues_word));
    } else if (first == '"' || first == '\'') {
      add(token::sort::text, length_of_text(first));
    } else {
      add(token::sort::sign, length_of_sign());
    }
  }

  template <class Predicate>
  std::size_t length_while(Predicate continues) const {
    std::size_t end = _at;
    while (end < _text.size() && continues(_text[end])) {
      ++end;
    }
    return end - _at;
  }

  std::size_t length_of_text(char quote) const {
    std::size_t end = _at + 1;
    while (end < _text.size() && _text[end] != quote) {
      end += _text[end] == '\\' ? 2U : 1U;
    }
    return std::min(end + 1, _text.size()) - _at;
  }

  std::size_t length_of_sign() const {
    for (const std::string_view sign : long_signs) {
      if (_text.substr(_at).starts_with(sign)) {
        return sign.size();
      }
    }
    return 1;
  }

  void add(token::sort what, std::size_t length) {
    const bool is_spaced =
        _at > 0 && is_blank(_text[_at - 1]) && _at + length < _text.size() && is_blank(_text[_at + length]);
    _tokens.push_back({what, _text.substr(_at, length), _at, is_spaced});
    _at += length;
  }

  std::string_view _text;
  std::size_t _at = 0;
  bool _is_line_start = true;
  std::vector<token> _tokens;
};

}  // namespace

std::vector<token> tokens_of(std::string_view text) {
  return lexer(text).read();
}

}  // namespace cqs::check::mutate
