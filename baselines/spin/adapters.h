#pragma once

#include "baselines/adapters/origin.h"
#include "baselines/adapters/standard.h"
#include "baselines/spin/abortable_clh_mutex.h"
#include "baselines/spin/clh_mutex.h"
#include "baselines/spin/counter_barrier.h"
#include "baselines/spin/k42_mutex.h"
#include "baselines/spin/mcs_mutex.h"
#include "baselines/spin/ticket_mutex.h"

namespace cqs::baselines {

template <platform Platform>
struct basic_spin_ticket : standard_mutex<spin::ticket_mutex<Platform>> {
  static constexpr description about{"spin.ticket", own_origin, waiting::spinning, order::fifo};
};

template <platform Platform>
struct basic_spin_mcs : spin::mcs_mutex<Platform> {
  static constexpr description about{"spin.mcs", own_origin, waiting::spinning, order::fifo};
};

template <platform Platform>
struct basic_spin_clh : spin::clh_mutex<Platform> {
  static constexpr description about{"spin.clh", own_origin, waiting::spinning, order::fifo};
};

/// MCS behind the interface of a mutex: what a lock without a node from its caller costs more.
template <platform Platform>
struct basic_spin_k42 : standard_mutex<spin::k42_mutex<Platform>> {
  static constexpr description about{"spin.k42", own_origin, waiting::spinning, order::fifo};
};

template <platform Platform>
struct basic_spin_clh_abortable : standard_mutex<spin::abortable_clh_mutex<Platform>> {
  static constexpr description about{"spin.clh.abortable", own_origin, waiting::spinning, order::fifo};
};

template <platform Platform>
struct basic_spin_counter_barrier : standard_barrier<spin::counter_barrier<Platform>> {
  using base = standard_barrier<spin::counter_barrier<Platform>>;
  using base::base;
  static constexpr description about{"spin.counter", own_origin, waiting::spinning};
};

using spin_ticket = basic_spin_ticket<native>;

}  // namespace cqs::baselines
