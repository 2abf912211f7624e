#pragma once

#include <boost/version.hpp>

namespace cqs::baselines {

inline constexpr auto boost_origin = "Boost " BOOST_LIB_VERSION;

}  // namespace cqs::baselines
