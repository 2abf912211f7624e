#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cqs::check::mutate {

/// What a mutation does to the text.
enum class change : std::uint8_t {
  weaken,  ///< makes a memory order weaker by one step
  negate,  ///< negates a condition
  move,    ///< moves the boundary of a comparison
  remove,  ///< removes a statement
  shift,   ///< adds one to an integer, or subtracts one
};

constexpr std::string_view name_of(change change) noexcept {
  constexpr std::array<std::string_view, 5> names{"weaken", "negate", "move", "remove", "shift"};
  return names[static_cast<std::size_t>(change)];
}

/// A small change of a text: the range [begin, end) becomes `replacement`.
struct mutation {
  mutate::change change;
  std::size_t begin;
  std::size_t end;
  std::string replacement;
};

/// Makes mutations switchable: the range gets an opening and a closing text, which call a function of
/// `checker/mutation/switch.h`. The mutations have the numbers from `first` on.
struct switch_text {
  std::size_t begin;
  std::size_t end;
  std::string opening;
  std::string closing;
  std::size_t first;
  std::size_t count;
};

}  // namespace cqs::check::mutate
