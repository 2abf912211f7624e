#include <checker/mutation/syntax.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace cqs::check::mutate {

namespace {

template <std::size_t Size>
bool is_one_of(std::string_view spelling, const std::array<std::string_view, Size>& words) {
  return std::find(words.begin(), words.end(), spelling) != words.end();
}

/// What stands in parentheses after these is for the compiler, checks what the scenarios check, or is a hint.
constexpr std::array<std::string_view, 8> words_before_fixed_parentheses{
    "static_assert", "alignas", "noexcept", "decltype", "sizeof", "alignof", "assert", "__builtin_prefetch"};

/// What these begin is a declaration, to its semicolon.
constexpr std::array<std::string_view, 4> words_before_fixed_statements{"concept", "using", "enum", "friend"};

}  // namespace

syntax::syntax(std::string_view text)
    : _tokens(tokens_of(text)),
      _partners(_tokens.size(), none),
      _enclosing(_tokens.size(), none),
      _fixed(_tokens.size(), false) {
  match_brackets();
  find_fixed();
}

void syntax::match_brackets() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::string_view spelling = _tokens[i].spelling;
    const bool closes = spelling == ")" || spelling == "]" || spelling == "}";
    if (closes) {
      if (open.empty()) {
        throw std::invalid_argument("a closing bracket without an opening one");
      }
      _partners[i] = open.back();
      _partners[open.back()] = i;
      open.pop_back();
    }
    _enclosing[i] = open.empty() ? none : open.back();
    if (spelling == "(" || spelling == "[" || spelling == "{") {
      open.push_back(i);
    }
  }
  if (!open.empty()) {
    throw std::invalid_argument("an opening bracket without a closing one");
  }
}

std::size_t syntax::statement_end(std::size_t begin) const {
  const std::size_t semicolon = find(begin, size(), [](const token& t) { return t.is(";") || t.is("}"); });
  return std::min(semicolon + 1, size());
}

std::size_t syntax::template_end(std::size_t opening) const {
  std::size_t depth = 0;
  for (std::size_t i = opening; i < size(); ++i) {
    if (_tokens[i].is("<")) {
      ++depth;
    } else if (_tokens[i].is(">") || _tokens[i].is(">>")) {
      depth -= std::min(depth, _tokens[i].spelling.size());
      if (depth == 0) {
        return i + 1;
      }
    } else if (_partners[i] != none) {
      if (_partners[i] < i) {
        break;
      }
      i = _partners[i];
    }
  }
  return opening + 1;
}

void syntax::fix(std::size_t begin, std::size_t end) {
  std::fill(_fixed.begin() + static_cast<std::ptrdiff_t>(begin),
            _fixed.begin() + static_cast<std::ptrdiff_t>(std::min(end, size())), true);
}

void syntax::fix_parentheses(std::size_t opening) {
  if (is(opening, "(")) {
    fix(opening, _partners[opening] + 1);
  }
}

bool syntax::declares_constant(std::size_t constexpr_word) const {
  const std::size_t first = find(constexpr_word, size(), [](const token& t) {
    return t.is("(") || t.is("=") || t.is("{") || t.is(";") || t.is("operator");
  });
  return is(first, "=") || is(first, "{");
}

void syntax::find_fixed() {
  for (std::size_t i = 0; i < size(); ++i) {
    const token& t = _tokens[i];
    if (is_one_of(t.spelling, words_before_fixed_parentheses)) {
      fix(i, i + 1);
      fix_parentheses(i + 1);
    } else if (is_one_of(t.spelling, words_before_fixed_statements) || t.is("case")) {
      const bool is_case = t.is("case");
      fix(i, find(i, size(), [&](const token& each) { return each.is(is_case ? ":" : ";"); }) + 1);
    } else if (t.is("constexpr")) {
      if (i > 0 && is(i - 1, "if")) {
        fix_parentheses(i + 1);
      } else if (declares_constant(i) && !is(i + 1, "auto")) {
        fix(i, statement_end(i));
      }
    } else if (t.is("<") && !t.is_spaced) {
      fix(i, template_end(i));
    } else if (t.is("template") && is(i + 1, "<")) {
      fix(i, template_end(i + 1));
    } else if (t.is("[") && is(i + 1, "[")) {
      fix(i, _partners[i] + 1);
    }
  }
}

}  // namespace cqs::check::mutate
