#pragma once

#include <type_traits>

#include <cqs/detail/pools/overtaking_permits.h>
#include <cqs/detail/pools/permits.h>
#include <cqs/options.h>

namespace cqs::detail {

/// Permits in the order that the options ask for.
template <options Options, platform Platform>
using permits_of =
    typename std::conditional_t<Options.order.is_strict(), std::type_identity<permits<Options, Platform>>,
                                std::type_identity<overtaking_permits<Options, Platform>>>::type;

}  // namespace cqs::detail
