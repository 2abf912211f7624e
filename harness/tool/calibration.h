#pragma once

#include <string>

namespace cqs::simulator {

/// Measures on this machine what can be measured from a program, each number as the median of many short runs, and
/// gives a machine file: those numbers with how they were measured, the others with the values and sources of
/// `base`, a built-in machine.
std::string calibrate(const std::string& base);

}  // namespace cqs::simulator
