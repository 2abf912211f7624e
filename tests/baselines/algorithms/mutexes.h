#pragma once

#include <gtest/gtest.h>

#include <baselines/aqs/mutex.h>
#include <baselines/park/clh_mutex.h>
#include <baselines/park/k42_mutex.h>
#include <baselines/park/mcs_mutex.h>
#include <baselines/spin/abortable_clh_mutex.h>
#include <baselines/spin/clh_mutex.h>
#include <baselines/spin/k42_mutex.h>
#include <baselines/spin/mcs_mutex.h>
#include <baselines/spin/ticket_mutex.h>
#include <tests/baselines/algorithms/observed.h>

namespace cqs::tests {

using abortable_mutexes = testing::Types<baselines::spin::abortable_clh_mutex<observed>,
                                         baselines::aqs::mutex<baselines::aqs::fairness::unfair, observed>,
                                         baselines::aqs::mutex<baselines::aqs::fairness::fair, observed>>;

using mutexes =
    testing::Types<baselines::spin::ticket_mutex<observed>, baselines::spin::k42_mutex<observed>,
                   baselines::spin::abortable_clh_mutex<observed>, baselines::park::k42_mutex<observed, 0>,
                   baselines::park::k42_mutex<observed, 20>,
                   baselines::aqs::mutex<baselines::aqs::fairness::unfair, observed>,
                   baselines::aqs::mutex<baselines::aqs::fairness::fair, observed>>;

/// Their callers keep the holder's node.
using mutexes_with_nodes =
    testing::Types<baselines::spin::mcs_mutex<observed>, baselines::spin::clh_mutex<observed>,
                   baselines::park::mcs_mutex<observed, 0>, baselines::park::mcs_mutex<observed, 20>,
                   baselines::park::clh_mutex<observed, 0>, baselines::park::clh_mutex<observed, 20>>;

}  // namespace cqs::tests
