#pragma once

#include <cstddef>
#include <string>

namespace cqs::plots {

/// The colour of an implementation, the same in all figures: that of its family, which is the first part of
/// its name. Colours that the colour-blind can tell apart; within a family markers and dashes differ.
std::string colour_of(const std::string& implementation);

/// Matplotlib's marker and dashes of the n-th line of a figure.
const char* marker(std::size_t n);
const char* dashes(const std::string& implementation);

}  // namespace cqs::plots
