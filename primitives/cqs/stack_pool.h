#pragma once

#include <cqs/detail/pools/basic_pool.h>
#include <cqs/detail/pools/stack_storage.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>

namespace cqs {

/// A pool of shared resources that hands out the element that was used last, while it is hot (listings 16 and
/// 17, right). In all else as `queue_pool`; its memory is that of the most elements it ever held.
template <class T, options Options = options{}, platform Platform = native>
class stack_pool : public detail::basic_pool<T, detail::stack_storage<T, Platform>, Options, Platform> {};

}  // namespace cqs
