#pragma once

#include <cqs/detail/pools/basic_pool.h>
#include <cqs/detail/pools/stack_storage.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>

namespace cqs {

/// A pool of shared resources that hands out the element that was used last, which is likely to be in the cache
/// (listings 16 and 17, right). Otherwise as `queue_pool`. Its memory is that of the largest number of elements that it
/// ever held.
template <class T, options Options = options{}, platform Platform = native>
class stack_pool : public detail::basic_pool<T, detail::stack_storage<T, Platform>, Options, Platform> {};

}  // namespace cqs
