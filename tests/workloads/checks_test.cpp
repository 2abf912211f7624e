// Implementations that are wrong on purpose, and the reports of the checks at the end of a cell.

#include <atomic>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "baselines/cqs/barrier.h"
#include "baselines/cqs/latch.h"
#include "baselines/cqs/mutex.h"
#include "baselines/cqs/pool.h"
#include "baselines/cqs/semaphore.h"
#include "baselines/cqs/shared_mutex.h"
#include "workloads/beyond/readers_writer_workload.h"
#include "workloads/beyond/service_workload.h"
#include "workloads/beyond/storm_workload.h"
#include "workloads/paper/barrier_workload.h"
#include "workloads/paper/latch_workload.h"
#include "workloads/paper/mutex_workload.h"
#include "workloads/paper/pool_workload.h"
#include "workloads/paper/semaphore_workload.h"

namespace cqs::workloads {
namespace {

using baselines::description;
using baselines::waiting;

harness::cell_run run_of(const std::string& name) {
  return {.cell = harness::cell::parse(name), .window = std::chrono::milliseconds(30)};
}

/// Repeats a measurement until the check finds the error: threads may have to meet for it, which is rare on a
/// busy machine.
template <class Measure>
harness::sample first_that(bool (*wanted)(const harness::sample&), Measure measure) {
  harness::sample sample;
  for (int i = 0; i < 30 && !wanted(sample); ++i) {
    sample = measure();
  }
  return sample;
}
bool has_failed(const harness::sample& sample) {
  return !sample.failure.empty();
}
bool has_aborted(const harness::sample& sample) {
  return sample.get("aborts") > 0;
}

TEST(checks, accept_correct_implementations) {
  EXPECT_EQ(measure_mutex<baselines::cqs_mutex>(run_of("mutex/impl:x/work:10/threads:3")).failure, "");
  EXPECT_EQ(measure_semaphore<baselines::cqs_semaphore_async_smart>(
                run_of("semaphore/impl:x/permits:2/work:10/threads:3"))
                .failure,
            "");
  EXPECT_EQ(
      measure_pool<baselines::cqs_queue_pool>(run_of("pool/impl:x/elements:2/work:10/threads:3")).failure,
      "");
  EXPECT_EQ(measure_barrier<baselines::cqs_barrier>(run_of("barrier/impl:x/work:10/threads:3")).failure, "");
  EXPECT_EQ(measure_latch<baselines::cqs_latch>(run_of("latch/impl:x/work:10/threads:3")).failure, "");
}

/// Loses an update from time to time, like two threads inside at once. On few processors, real threads rarely
/// meet.
TEST(checks, notice_a_lost_increment) {
  const std::atomic<harness::team_phase> phase{harness::team_phase::measuring};
  harness::team_member member(0, 0, 1, phase);
  exclusion_check check;
  harness::team_result result;
  for (int i = 0; i < 32; ++i) {
    check.inside(member);
    member.completed();
  }
  result.operations = {member.operations()};
  harness::sample right;
  check.verify(right, result);
  EXPECT_EQ(right.failure, "");
  result.operations = {member.operations() + 16};
  harness::sample wrong;
  check.verify(wrong, result);
  EXPECT_EQ(wrong.failure, "increments under mutual exclusion: 2 instead of 3");
}

/// A semaphore that sometimes keeps a permit, or creates one.
template <int Error>
class miscounting_semaphore : public baselines::cqs_semaphore_async_smart {
  using base = baselines::cqs_semaphore_async_smart;

 public:
  using base::base;
  static constexpr description about{"test.miscounting", "test", waiting::parking};

  void release() {
    const bool err = ++_releases == 10;
    for (int i = 0; i < (err ? 1 + Error : 1); ++i) {
      base::release();
    }
  }

 private:
  std::atomic<int> _releases{0};
};

TEST(checks, notice_an_extra_permit) {
  const auto sample = first_that(&has_failed, [] {
    return measure_semaphore<miscounting_semaphore<1>>(
        run_of("semaphore/impl:x/permits:2/work:10/threads:2"));
  });
  EXPECT_EQ(sample.failure, "permits at the end: 3 instead of 2");
}

TEST(checks, notice_a_lost_permit) {
  // With two permits, the loss of one leaves one: the threads continue, and the count shows the loss.
  const auto sample = first_that(&has_failed, [] {
    return measure_semaphore<miscounting_semaphore<-1>>(
        run_of("semaphore/impl:x/permits:2/work:10/threads:2"));
  });
  EXPECT_EQ(sample.failure, "permits at the end: 1 instead of 2");
}

/// Once gives back a different element than it got.
class confusing_pool : public baselines::cqs_queue_pool {
  using base = baselines::cqs_queue_pool;

 public:
  using base::base;
  static constexpr description about{"test.confusing", "test", waiting::parking};

  void put(baselines::element e) { base::put(++_puts == 10 ? 1 - e : e); }

 private:
  std::atomic<int> _puts{0};
};

TEST(checks, notice_a_duplicated_and_a_lost_element) {
  const auto sample = first_that(&has_failed, [] {
    return measure_pool<confusing_pool>(run_of("pool/impl:x/elements:2/work:10/threads:1"));
  });
  EXPECT_NE(sample.failure.find("elements at the end"), std::string::npos) << sample.failure;
}

TEST(checks, notice_a_barrier_that_does_not_block) {
  phases_check check(2);
  const std::atomic<harness::team_phase> now{harness::team_phase::measuring};
  const harness::team_member first(0, 0, 1, now);
  for (std::uint64_t phase = 1; phase <= 16; ++phase) {
    check.arrive(first, phase);
    check.pass(first, phase);  // the second thread has never arrived
  }
  harness::sample sample;
  check.verify(sample);
  EXPECT_NE(sample.failure.find("another phase than their neighbour"), std::string::npos) << sample.failure;
}

/// Does not count the first ones, but still opens with the last one.
class hasty_latch : public baselines::cqs_latch {
  using base = baselines::cqs_latch;

 public:
  explicit hasty_latch(std::ptrdiff_t count) : base(count - 500), _over(500) {}
  static constexpr description about{"test.hasty", "test", waiting::parking};

  void count_down() {
    if (_over.fetch_sub(1) <= 0) {
      base::count_down();
    }
  }

 private:
  std::atomic<int> _over;
};

TEST(checks, notice_a_latch_that_opens_early) {
  // hasty_latch does not count the first 500 and opens with the last one: correct. This one opens after half.
  class early_latch : public baselines::cqs_latch {
    using base = baselines::cqs_latch;

   public:
    explicit early_latch(std::ptrdiff_t count) : base(count / 2), _left(count / 2) {}
    void count_down() {
      if (_left.fetch_sub(1) > 0) {
        base::count_down();
      }
    }

   private:
    std::atomic<std::ptrdiff_t> _left;
  };
  EXPECT_EQ(measure_latch<hasty_latch>(run_of("latch/impl:x/work:10/threads:2")).failure, "");
  const auto sample = first_that(
      &has_failed, [] { return measure_latch<early_latch>(run_of("latch/impl:x/work:100/threads:2")); });
  EXPECT_NE(sample.failure.find("count_downs begun when the latch opened"), std::string::npos)
      << sample.failure;
}

/// Writers enter together with readers.
TEST(checks, notice_a_torn_pair) {
  protected_pair pair;
  EXPECT_FALSE(pair.torn());
  pair.first = 1;
  EXPECT_TRUE(pair.torn());
  pair.second = 1;
  pair.write();
  EXPECT_FALSE(pair.torn());
}

/// Loses a permit whenever a wait is aborted.
class forgetful_semaphore : public baselines::cqs_semaphore_async_smart {
  using base = baselines::cqs_semaphore_async_smart;

 public:
  using base::base;
  static constexpr description about{"test.forgetful", "test", waiting::parking};

  bool try_acquire_for(std::chrono::nanoseconds timeout) {
    const bool acquired = base::try_acquire_for(timeout);
    if (!acquired && timeout < std::chrono::milliseconds(1) && !_forgotten.exchange(true)) {
      base::acquire();  // and never releases it
    }
    return acquired;
  }

 private:
  std::atomic<bool> _forgotten{false};
};

TEST(checks, notice_a_permit_lost_by_an_abort_in_a_storm) {
  const auto run = run_of("storm/impl:x/kind:semaphore/by:deadline/aborted:50/work:200/threads:4");
  const auto right = first_that(&has_aborted, [&] {
    return measure_storm<semaphore_adapter<baselines::cqs_semaphore_async_smart>, aborted_by::deadline>(run);
  });
  EXPECT_EQ(right.failure, "");
  EXPECT_GT(right.get("aborts"), 0);
  const auto wrong = first_that(&has_failed, [&] {
    return measure_storm<semaphore_adapter<forgetful_semaphore>, aborted_by::deadline>(run);
  });
  EXPECT_EQ(wrong.failure, "permits at the end: 1 instead of 2");
}

TEST(checks, storms_abort_by_stop_requests_of_other_threads) {
  const auto run = run_of("storm/impl:x/kind:mutex/by:stop/aborted:50/work:200/threads:4");
  const auto sample = first_that(&has_aborted, [&] {
    return measure_storm<mutex_adapter<baselines::cqs_mutex>, aborted_by::stop>(run);
  });
  EXPECT_EQ(sample.failure, "");
  EXPECT_GT(sample.get("aborts"), 0);
  EXPECT_GT(sample.get("abort_p50_ns"), 0);
}

TEST(checks, a_service_answers_what_it_can_and_gives_the_rest_up) {
  auto run = run_of("service/impl:x/kind:semaphore/load:400/deadline_us:20000/backend_us:1000/threads:64");
  run.window = std::chrono::milliseconds(100);
  const auto sample = measure_service<semaphore_adapter<baselines::cqs_semaphore_async_smart>>(run);
  EXPECT_EQ(sample.failure, "");
  EXPECT_GT(sample.get("goodput"), 0);
  EXPECT_LT(sample.get("goodput"), 1.5) << "two connections answer no more than two requests at a time";
  EXPECT_GT(sample.get("abandoned_share"), 0.5) << "of four requests, one at most is answered";
}

TEST(checks, a_service_with_time_answers_all_requests) {
  auto run = run_of("service/impl:x/kind:semaphore/load:1/deadline_us:10000000/backend_us:1000/threads:2");
  run.window = std::chrono::milliseconds(100);
  const auto sample = first_that(
      [](const harness::sample& s) { return s.get("ops") > 0; },
      [&] { return measure_service<semaphore_adapter<baselines::cqs_semaphore_async_smart>>(run); });
  EXPECT_EQ(sample.failure, "");
  EXPECT_EQ(sample.get("abandoned_share"), 0);
  EXPECT_EQ(sample.get("late_share"), 0);
}

}  // namespace
}  // namespace cqs::workloads
