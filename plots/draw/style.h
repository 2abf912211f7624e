#pragma once

#include <cstddef>
#include <string>

namespace cqs::plots {

/// Returns the colour of an implementation, the same in all figures. It depends on the family, the first part
/// of the name. Colour-blind readers can distinguish the colours; within a family, markers and dashes differ.
std::string colour_of(const std::string& implementation);

/// Returns matplotlib's marker and dashes of the n-th line of a figure.
const char* marker(std::size_t n);
const char* dashes(const std::string& implementation);

}  // namespace cqs::plots
