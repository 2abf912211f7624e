#pragma once

#include "baselines/aqs/adapters.h"
#include "baselines/concepts/implementations.h"
#include "baselines/cqs/variants.h"
#include "baselines/implementations/portable.h"
#include "baselines/platforms/never_sleeping.h"

/// The same queues with other ways of waiting. They take a ratio apart: how much of it comes from the queue, and how
/// much from spinning before a thread parks. Only the experiments of the paper and `readers_writer` run them;
/// `quick` leaves them out.
///
/// | ending            | a thread that waits                                                          |
/// |-------------------|------------------------------------------------------------------------------|
/// | `parking_at_once` | parks, as Java's locks do                                                    |
/// | `as_in_the_paper` | parks at once; segments of 64 cells, as in the paper                         |
/// | `spinning`        | never sleeps: it pauses, then yields, as the spin locks do                   |
///
/// `k42` is MCS behind the interface of a mutex, which has no place for the holder's node.
namespace cqs::baselines {

/// An adapter of one of ours under the name of a variant.
template <detail::text Name, class Adapter, waiting Waits, order Order = order::any>
struct variant : Adapter {
  using Adapter::Adapter;
  static constexpr description about{Name, cqs_origin, Waits, Order};
};

/// An implementation whose threads never sleep, under a name of its own.
template <detail::text Name, class Implementation>
struct spinning_variant : Implementation {
  using Implementation::Implementation;
  static constexpr description about{Name, Implementation::about.origin, waiting::spinning,
                                     Implementation::about.order};
};

namespace portable {

template <options Options, platform Platform>
using mutex_with = standard_mutex<basic_mutex<Options, Platform>>;
template <options Options, platform Platform>
using shared_mutex_with = standard_shared_mutex<basic_shared_mutex<Options, Platform>>;
template <options Options, platform Platform>
using latch_with = standard_latch<basic_latch<Options, Platform>>;
template <options Options, platform Platform>
using barrier_with = standard_barrier<barrier<cqs::detail::no_completion, Options, Platform>>;
template <options Options, platform Platform>
using queue_pool_with = standard_pool<queue_pool<element, Options, Platform>>;
template <options Options, platform Platform>
using stack_pool_with = standard_pool<stack_pool<element, Options, Platform>>;

// clang-format off
template <platform Platform>
using mutex_variants = type_list<
    variant<"cqs.mutex.as_in_the_paper", mutex_with<as_in_the_paper, Platform>, waiting::parking, order::fifo>,
    variant<"cqs.mutex.spinning", mutex_with<spinning, Platform>, waiting::spinning, order::fifo>,
    spinning_variant<"aqs.mutex.fair.spinning", basic_aqs_mutex_fair<never_sleeping<Platform>>>,
    spinning_variant<"aqs.mutex.unfair.spinning", basic_aqs_mutex_unfair<never_sleeping<Platform>>>,
    basic_spin_k42<Platform>,
    basic_park_k42<Platform>>;

template <platform Platform>
using shared_mutex_variants = type_list<
    variant<"cqs.shared_mutex.parking_at_once", shared_mutex_with<parking_at_once, Platform>, waiting::parking,
            order::fifo>,
    variant<"cqs.shared_mutex.spinning", shared_mutex_with<spinning, Platform>, waiting::spinning, order::fifo>>;

template <platform Platform>
using semaphore_variants = type_list<
    variant<"cqs.semaphore.as_in_the_paper", cqs_semaphore<as_in_the_paper, Platform>, waiting::parking, order::fifo>,
    variant<"cqs.semaphore.spinning", cqs_semaphore<spinning, Platform>, waiting::spinning, order::fifo>,
    spinning_variant<"aqs.semaphore.fair.spinning", basic_aqs_semaphore_fair<never_sleeping<Platform>>>,
    spinning_variant<"aqs.semaphore.unfair.spinning", basic_aqs_semaphore_unfair<never_sleeping<Platform>>>>;

template <platform Platform>
using pool_variants = type_list<
    variant<"cqs.pool.queue.parking_at_once", queue_pool_with<parking_at_once, Platform>, waiting::parking,
            order::fifo>,
    variant<"cqs.pool.queue.as_in_the_paper", queue_pool_with<as_in_the_paper, Platform>, waiting::parking,
            order::fifo>,
    variant<"cqs.pool.queue.spinning", queue_pool_with<spinning, Platform>, waiting::spinning, order::fifo>,
    variant<"cqs.pool.stack.parking_at_once", stack_pool_with<parking_at_once, Platform>, waiting::parking,
            order::fifo>,
    variant<"cqs.pool.stack.as_in_the_paper", stack_pool_with<as_in_the_paper, Platform>, waiting::parking,
            order::fifo>,
    variant<"cqs.pool.stack.spinning", stack_pool_with<spinning, Platform>, waiting::spinning, order::fifo>,
    spinning_variant<"aqs.pool.array.fair.spinning", basic_aqs_array_pool_fair<never_sleeping<Platform>>>,
    spinning_variant<"aqs.pool.array.unfair.spinning", basic_aqs_array_pool_unfair<never_sleeping<Platform>>>,
    spinning_variant<"aqs.pool.linked.spinning", basic_aqs_linked_pool<never_sleeping<Platform>>>>;

template <platform Platform>
using latch_variants = type_list<
    variant<"cqs.latch.parking_at_once", latch_with<parking_at_once, Platform>, waiting::parking>,
    variant<"cqs.latch.spinning", latch_with<spinning, Platform>, waiting::spinning>,
    spinning_variant<"aqs.latch.spinning", basic_aqs_latch<never_sleeping<Platform>>>>;

template <platform Platform>
using barrier_variants = type_list<
    variant<"cqs.barrier.parking_at_once", barrier_with<parking_at_once, Platform>, waiting::parking>,
    variant<"cqs.barrier.as_in_the_paper", barrier_with<as_in_the_paper, Platform>, waiting::parking>,
    variant<"cqs.barrier.spinning", barrier_with<spinning, Platform>, waiting::spinning>,
    spinning_variant<"aqs.barrier.spinning", basic_aqs_barrier<never_sleeping<Platform>>>>;
// clang-format on

}  // namespace portable

}  // namespace cqs::baselines
