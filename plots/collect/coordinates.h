#pragma once

#include <map>
#include <string>

#include "harness/record/row.h"

namespace cqs::plots {

/// Orders numbers by value, before all other texts.
struct by_number {
  bool operator()(const std::string& a, const std::string& b) const;
};

/// The coordinates of a row, by name: its parameters, threads, placement and kind of waiter.
using coordinates = std::map<std::string, std::string>;

coordinates coordinates_of(const harness::row& row);

/// `work: 100, threads: 8`
std::string to_string(const coordinates& values);

/// Orders by the values of each name in turn.
struct by_values {
  bool operator()(const coordinates& a, const coordinates& b) const;
};

}  // namespace cqs::plots
