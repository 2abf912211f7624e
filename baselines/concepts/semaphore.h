#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <stop_token>

#include "baselines/concepts/description.h"

namespace cqs::baselines {

/// Constructed with a number of permits; nobody releases more than were acquired.
template <class S>
concept semaphore_like = described<S> && std::constructible_from<S, std::ptrdiff_t> &&
    requires(S& semaphore) {
  semaphore.acquire();
  semaphore.release();
};

template <class S>
concept fair_semaphore = semaphore_like<S> && first_come_first_served<S>;

template <class S>
concept abortable_semaphore = semaphore_like<S> && requires(S& semaphore, std::chrono::nanoseconds timeout) {
  { semaphore.try_acquire_for(timeout) } -> std::same_as<bool>;
};

template <class S>
concept stoppable_semaphore = abortable_semaphore<S> && requires(S& semaphore, std::stop_token stop) {
  { semaphore.acquire(stop) } -> std::same_as<bool>;
};

/// A request takes a place in the queue without a waiting thread, and aborts on destruction. So a test can
/// build a queue of any length.
template <class S>
concept requestable_semaphore = stoppable_semaphore<S> && requires(S& semaphore) {
  { semaphore.acquire_request().cancel() } -> std::same_as<bool>;
};

}  // namespace cqs::baselines
