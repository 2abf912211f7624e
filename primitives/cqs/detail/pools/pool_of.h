#pragma once

#include <type_traits>

#include <cqs/detail/pools/blocking_pool.h>
#include <cqs/detail/pools/overtaking_pool.h>
#include <cqs/options.h>

namespace cqs::detail {

/// A pool in the order that the options ask for.
template <class T, class Storage, options Options, platform Platform>
using pool_of =
    typename std::conditional_t<Options.order.is_strict(),
                                std::type_identity<blocking_pool<T, Storage, Options, Platform>>,
                                std::type_identity<overtaking_pool<T, Storage, Options, Platform>>>::type;

}  // namespace cqs::detail
