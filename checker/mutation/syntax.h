#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <checker/mutation/token.h>

namespace cqs::check::mutate {

/// The tokens of a text, their brackets, and which of them a mutation may change.
///
/// It knows just enough C++ for text in the house style: clang-format decides on blanks, and every body has braces.
class syntax {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  explicit syntax(std::string_view text);

  std::size_t size() const noexcept { return _tokens.size(); }
  const token& operator[](std::size_t index) const noexcept { return _tokens[index]; }
  bool is(std::size_t index, std::string_view spelling) const noexcept {
    return index < _tokens.size() && _tokens[index].is(spelling);
  }

  /// The partner of a bracket; `none` for other tokens.
  std::size_t partner(std::size_t index) const noexcept { return _partners[index]; }
  /// The bracket that encloses the token most closely; `none` at the top.
  std::size_t enclosing(std::size_t index) const noexcept { return _enclosing[index]; }
  /// True inside declarations and expressions that the compiler evaluates, and in what only tunes or checks.
  bool is_fixed(std::size_t index) const noexcept { return _fixed[index]; }

  /// The first token in [begin, end) that `wanted` accepts, outside of inner brackets; `end` if there is none.
  template <class Wanted>
  std::size_t find(std::size_t begin, std::size_t end, Wanted wanted) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (wanted(_tokens[i])) {
        return i;
      }
      if (_partners[i] != none && _partners[i] > i) {
        i = _partners[i];
      }
    }
    return end;
  }

  /// The end of the statement or declaration that begins here: past its `;`.
  std::size_t statement_end(std::size_t begin) const;

  /// Past the `>` of the template bracket that opens here.
  std::size_t template_end(std::size_t opening) const;

 private:
  void match_brackets();
  void find_fixed();
  void fix(std::size_t begin, std::size_t end);
  void fix_parentheses(std::size_t opening);
  bool declares_constant(std::size_t constexpr_word) const;

  std::vector<token> _tokens;
  std::vector<std::size_t> _partners;
  std::vector<std::size_t> _enclosing;
  std::vector<bool> _fixed;
};

}  // namespace cqs::check::mutate
