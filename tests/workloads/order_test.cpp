// The probe of the order of service.

#include <condition_variable>
#include <mutex>

#include <gtest/gtest.h>

#include "baselines/cqs/mutex.h"
#include "baselines/spin/adapters.h"
#include "baselines/spin/ticket_mutex.h"
#include "baselines/std/mutex.h"
#include "workloads/checks/fifo_probe.h"
#include "workloads/checks/overtaking_probe.h"

namespace cqs::workloads {
namespace {

template <class Mutex>
harness::sample probe(bool fair) {
  Mutex mutex;
  harness::sample sample;
  probe_order(sample, fair, [&](const auto& inside) {
    typename Mutex::hold hold;
    mutex.lock(hold);
    inside();
    mutex.unlock(hold);
  });
  return sample;
}

/// Serves the latest waiter first.
class last_come_mutex {
 public:
  struct hold {};

  void lock(hold& /*unused*/) {
    std::unique_lock lock(_mutex);
    const int ticket = _tickets++;
    ++_waiting;
    _changed.wait(lock, [&] { return !_locked && ticket == newest(); });
    --_waiting;
    _served |= 1U << ticket;
    _locked = true;
  }
  void unlock(hold& /*unused*/) {
    const std::scoped_lock lock(_mutex);
    _locked = false;
    _changed.notify_all();
  }

 private:
  int newest() const {
    int ticket = _tickets - 1;
    while ((_served >> ticket & 1U) != 0) {
      --ticket;
    }
    return ticket;
  }

  std::mutex _mutex;
  std::condition_variable _changed;
  unsigned _served = 0;
  int _tickets = 0;
  int _waiting = 0;
  bool _locked = false;
};

TEST(order, of_fair_mutexes_has_no_violation) {
  for (int i = 0; i < 5; ++i) {
    const auto parking = probe<baselines::cqs_mutex>(true);
    EXPECT_EQ(parking.failure, "");
    EXPECT_EQ(parking.get("fifo_violations"), 0);
    EXPECT_EQ(parking.get("fifo_pairs"), 12);
  }
  EXPECT_EQ(probe<baselines::spin_ticket>(true).get("fifo_violations"), 0);
}

TEST(order, of_a_lifo_mutex_is_violated) {
  const auto sample = probe<last_come_mutex>(false);
  EXPECT_GT(sample.get("fifo_violations"), 0);
  EXPECT_EQ(sample.failure, "");
}

TEST(order, violated_by_an_implementation_declared_fifo_is_a_failure) {
  EXPECT_NE(probe<last_come_mutex>(true).failure.find("first come, first served"), std::string::npos);
}

template <class Mutex>
harness::sample probe_overtaking_of(const baselines::description& about) {
  Mutex mutex;
  harness::sample sample;
  probe_overtaking(sample, about, [&](const auto& inside) {
    typename Mutex::hold hold;
    mutex.lock(hold);
    inside();
    mutex.unlock(hold);
  });
  return sample;
}

TEST(overtaking, of_a_fair_mutex_does_not_happen) {
  const auto sample = probe_overtaking_of<baselines::cqs_mutex>(baselines::cqs_mutex::about);
  EXPECT_EQ(sample.failure, "");
  EXPECT_EQ(sample.get("overtakings"), 0);
}

TEST(overtaking, of_a_mutex_is_within_its_declared_bound) {
  using mutex = baselines::basic_cqs_mutex_bounded_overtaking<native>;
  const auto sample = probe_overtaking_of<mutex>(mutex::about);
  EXPECT_EQ(sample.failure, "");
  EXPECT_GT(sample.get("overtakings"), 0);
  EXPECT_LE(sample.get("overtakings"), mutex::about.most_overtakings);
}

TEST(overtaking, beyond_the_declared_bound_is_a_failure) {
  auto about = baselines::std_mutex::about;
  about.most_overtakings = 0;
  EXPECT_NE(probe_overtaking_of<baselines::std_mutex>(about).failure.find("overtaken"), std::string::npos);
}

}  // namespace
}  // namespace cqs::workloads
