#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cqs::check::mutate {

/// A piece of C++ text. Comments and preprocessor lines yield no tokens.
struct token {
  enum class sort : std::uint8_t { word, number, text, sign };

  sort what;
  std::string_view spelling;
  std::size_t begin;
  /// Blanks on both sides: clang-format writes binary operators this way, and template brackets never.
  bool is_spaced = false;

  std::size_t end() const noexcept { return begin + spelling.size(); }
  bool is(std::string_view wanted) const noexcept { return spelling == wanted; }
};

/// The tokens refer to `text`, which must stay.
std::vector<token> tokens_of(std::string_view text);

}  // namespace cqs::check::mutate
