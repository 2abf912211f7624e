#pragma once

#include "baselines/adapters/origin.h"
#include "baselines/adapters/standard.h"
#include "baselines/spin/abortable_clh_mutex.h"
#include "baselines/spin/clh_mutex.h"
#include "baselines/spin/counter_barrier.h"
#include "baselines/spin/mcs_mutex.h"
#include "baselines/spin/ticket_mutex.h"

namespace cqs::baselines {

struct spin_ticket : standard_mutex<spin::ticket_mutex<>> {
  static constexpr description about{"spin.ticket", own_origin, waiting::spinning, order::fifo};
};

struct spin_mcs : standard_mutex<spin::mcs_mutex<>> {
  static constexpr description about{"spin.mcs", own_origin, waiting::spinning, order::fifo};
};

struct spin_clh : standard_mutex<spin::clh_mutex<>> {
  static constexpr description about{"spin.clh", own_origin, waiting::spinning, order::fifo};
};

struct spin_clh_abortable : standard_mutex<spin::abortable_clh_mutex<>> {
  static constexpr description about{"spin.clh.abortable", own_origin, waiting::spinning, order::fifo};
};

struct spin_counter_barrier : standard_barrier<spin::counter_barrier<>> {
  using standard_barrier::standard_barrier;
  static constexpr description about{"spin.counter", own_origin, waiting::spinning};
};

}  // namespace cqs::baselines
