#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cqs::support {

/// The candidate that `name` was probably meant to be; empty if none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// `: did you mean 'mutex'?`, or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace cqs::support
