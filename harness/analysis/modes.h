#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/record/histogram.h"

namespace cqs::harness {

/// A value that samples gather around, where there is more than one.
struct mode {
  double value;  ///< the middle of its samples
  double share;  ///< of all samples
};

/// The modes of a cell's times, from the least. Two groups of samples are two modes if the gap between them is many times
/// the spread within them (8 times for five samples), and if their medians differ by a quarter; a lone sample must differ by
/// a factor of two. A factor of four between neighbours always parts them.
/// One mode: the cell is not bimodal. None of no samples. The values are positive.
std::vector<mode> modes_of(std::span<const double> times);

/// The modes of a histogram: peaks with a valley of less than half their height between them, and with at least 5 % of all
/// values each.
std::vector<mode> modes_of(std::span<const histogram::bucket> buckets);

/// Such as `534 (60 %), 36 425 (40 %)`, in the unit of the values.
std::string to_string(std::span<const mode> modes);

}  // namespace cqs::harness
