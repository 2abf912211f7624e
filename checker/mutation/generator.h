#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <checker/mutation/mutation.h>

namespace cqs::check::mutate {

/// The mutations of a text, in the order of their numbers, and how to switch them on in a running program.
struct generated {
  std::vector<mutation> mutations;
  std::vector<switch_text> switches;
};

/// Finds every mutation of the text: each memory order weakened by one step, each condition negated and its boundary
/// moved, each statement with an effect removed, each integer constant and each count of stakes or waiters ±1. The
/// numbers begin at `first_number`.
generated generate(std::string_view text, std::size_t first_number);

/// The text with all switches, except for those of the numbers in `without`. It has the same lines.
std::string switchable(std::string_view text, const generated& all, const std::vector<std::size_t>& without);

/// The text with one mutation.
std::string mutated(std::string_view text, const mutation& mutation);

}  // namespace cqs::check::mutate
