#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <stop_token>
#include <utility>

#include "baselines/concepts/description.h"

namespace cqs::baselines {

/// Constructed for a number of threads, which pass it together, again and again. All are released at once, so
/// there is no fair variant.
template <class B>
concept barrier_like = described<B> && std::constructible_from<B, std::ptrdiff_t> && requires(B& barrier) {
  barrier.arrive_and_wait();
};

/// The wait for the others can be aborted and repeated; the arrival stays counted.
template <class B>
concept abortable_barrier = barrier_like<B> && requires(B& barrier, std::chrono::nanoseconds timeout) {
  { barrier.wait_for(barrier.arrive(), timeout) } -> std::same_as<bool>;
  barrier.wait(barrier.arrive());
};

template <class B>
concept stoppable_barrier = abortable_barrier<B> && requires(B& barrier, std::stop_token stop) {
  { barrier.wait(barrier.arrive(), stop) } -> std::same_as<bool>;
};

}  // namespace cqs::baselines
