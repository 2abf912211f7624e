#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <stop_token>

#include "baselines/concepts/description.h"

namespace cqs::baselines {

/// Opens after a given number of `count_down`s. One thread may wait. A latch opens for all at once, so there
/// is no fair variant.
template <class L>
concept latch_like = described<L> && std::constructible_from<L, std::ptrdiff_t> && requires(L& latch) {
  latch.count_down();
  latch.wait();
};

/// Many threads may wait.
template <class L>
concept shared_latch = latch_like<L> && L::about.audience == audience::many;

template <class L>
concept abortable_latch = latch_like<L> && requires(L& latch, std::chrono::nanoseconds timeout) {
  { latch.wait_for(timeout) } -> std::same_as<bool>;
};

template <class L>
concept stoppable_latch = abortable_latch<L> && requires(L& latch, std::stop_token stop) {
  { latch.wait(stop) } -> std::same_as<bool>;
};

}  // namespace cqs::baselines
