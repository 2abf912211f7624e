#pragma once

#include <map>
#include <string>

#include "harness/record/row.h"

namespace cqs::plots {

/// Orders numbers as numbers, before all other texts.
struct by_number {
  bool operator()(const std::string& a, const std::string& b) const;
};

/// Where a row stands: its parameters, its threads, its placement and who waits, by name.
using coordinates = std::map<std::string, std::string>;

coordinates coordinates_of(const harness::row& row);

/// `work: 100, threads: 8`
std::string to_string(const coordinates& values);

/// Orders by the values of each name in turn.
struct by_values {
  bool operator()(const coordinates& a, const coordinates& b) const;
};

}  // namespace cqs::plots
