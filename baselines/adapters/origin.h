#pragma once

namespace cqs::baselines {

/// Of the algorithms in spin/, park/ and aqs/.
inline constexpr auto own_origin = "written here";

}  // namespace cqs::baselines
