#pragma once

#include <cqs/detail/pools/basic_pool.h>
#include <cqs/detail/pools/queue_storage.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>

namespace cqs {

/// A pool of shared resources that hands out its oldest element (listings 16 and 17, left). Unbounded. `take` waits
/// for an element, first come, first served, and can be aborted. An element that was on its way to an aborted `take`
/// goes to the next one, or back into the pool.
///
/// With bounded overtaking in its options, a thread that runs may take an element before those that wait, up to the
/// bound (see `order`).
///
/// The pool is a bag: under contention elements may leave in another order than they came. `T` moves without throwing.
/// Progress: `put`, `try_take` and aborts are obstruction-free, as in the paper. `put` waits for memory if there is
/// none.
template <class T, options Options = options{}, platform Platform = native>
class queue_pool : public detail::basic_pool<T, detail::queue_storage<T, Options.segment_size, Platform>,
                                             Options, Platform> {};

}  // namespace cqs
