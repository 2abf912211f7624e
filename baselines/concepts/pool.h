#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "baselines/concepts/description.h"

namespace cqs::baselines {

/// The elements of the pools: a handle of a shared resource.
using element = std::uint64_t;

/// A pool of shared resources, constructed with a maximum number of elements, initially empty. `take` waits
/// for an element; `put` never waits, because there is room for all.
template <class P>
concept pool_like = described<P> && std::constructible_from<P, std::size_t> && requires(P& pool, element e) {
  pool.put(e);
  { pool.take() } -> std::same_as<element>;
};

/// Waits in `take` are first come, first served; the order of the elements is independent.
template <class P>
concept fair_pool = pool_like<P> && first_come_first_served<P>;

template <class P>
concept abortable_pool = pool_like<P> && requires(P& pool, std::chrono::nanoseconds timeout) {
  { pool.take_for(timeout) } -> std::same_as<std::optional<element>>;
};

template <class P>
concept stoppable_pool = abortable_pool<P> && requires(P& pool, std::stop_token stop) {
  { pool.take(stop) } -> std::same_as<std::optional<element>>;
};

}  // namespace cqs::baselines
