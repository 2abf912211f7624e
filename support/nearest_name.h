#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cqs::support {

/// Returns the candidate that `name` probably means; empty if none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// Returns `: did you mean 'mutex'?`, or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace cqs::support
