#pragma once

#include <chrono>
#include <concepts>
#include <stop_token>

#include "baselines/concepts/description.h"

namespace cqs::baselines {

/// `hold` is the holder's data from `lock` to `unlock`: the node of a queue lock, nothing in most others.
template <class M>
concept mutex_like = described<M> && std::default_initializable<M> &&
    std::default_initializable<typename M::hold> && requires(M& mutex, typename M::hold& hold) {
  mutex.lock(hold);
  mutex.unlock(hold);
};

template <class M>
concept fair_mutex = mutex_like<M> && first_come_first_served<M>;

/// A wait may end without the lock at a timeout.
template <class M>
concept abortable_mutex = mutex_like<M> &&
    requires(M& mutex, typename M::hold& hold, std::chrono::nanoseconds timeout) {
  { mutex.try_lock_for(hold, timeout) } -> std::same_as<bool>;
};

/// A wait may also end at the request of another thread.
template <class M>
concept stoppable_mutex = abortable_mutex<M> &&
    requires(M& mutex, typename M::hold& hold, std::stop_token stop) {
  { mutex.lock(hold, stop) } -> std::same_as<bool>;
};

}  // namespace cqs::baselines
