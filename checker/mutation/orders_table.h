#pragma once

#include <string>
#include <vector>

#include <checker/mutation/report.h>

namespace cqs::check::mutate {

/// A table of the weakened memory orders among the findings: a row for each half of an order, with the tag of the access
/// and the verdict.
std::string orders_table(const std::vector<finding>& findings, const std::vector<mutated_file>& files,
                         const arguments& given);

}  // namespace cqs::check::mutate
