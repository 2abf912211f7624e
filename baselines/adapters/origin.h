#pragma once

namespace cqs::baselines {

/// The origin of the algorithms in spin/, park/ and aqs/.
inline constexpr auto own_origin = "written here";

}  // namespace cqs::baselines
