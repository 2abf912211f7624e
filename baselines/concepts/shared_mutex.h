#pragma once

#include <chrono>
#include <concepts>
#include <stop_token>

#include "baselines/concepts/mutex.h"

namespace cqs::baselines {

/// A mutex that many readers may hold at once.
template <class M>
concept shared_mutex_like = mutex_like<M> && requires(M& mutex, typename M::hold& hold) {
  mutex.lock_shared(hold);
  mutex.unlock_shared(hold);
};

/// Writers are first come, first served, and neither side starves the other.
template <class M>
concept fair_shared_mutex = shared_mutex_like<M> && fair_mutex<M>;

template <class M>
concept abortable_shared_mutex = shared_mutex_like<M> && abortable_mutex<M> &&
    requires(M& mutex, typename M::hold& hold, std::chrono::nanoseconds timeout) {
  { mutex.try_lock_shared_for(hold, timeout) } -> std::same_as<bool>;
};

template <class M>
concept stoppable_shared_mutex = abortable_shared_mutex<M> && stoppable_mutex<M> &&
    requires(M& mutex, typename M::hold& hold, std::stop_token stop) {
  { mutex.lock_shared(hold, stop) } -> std::same_as<bool>;
};

}  // namespace cqs::baselines
