// The fair mutexes that people write by hand, from a mutex and condition variables.

#include <chrono>

#include <baselines/adapters/monitor_list_mutex.h>
#include <baselines/adapters/monitor_ticket_mutex.h>
#include <baselines/spin/ticket_mutex.h>
#include <cqs/condition_variable.h>

#include <checker/scenarios/mutexes.h>

namespace cqs::check {
namespace {

/// A lock with few steps, so that the explorations spend theirs in the monitor.
using inner = baselines::spin::ticket_mutex<checked>;
using condition = basic_condition_variable<small(resumption::async, cancellation::smart, 1), checked>;

struct list_mutex : baselines::monitor_list_mutex<inner, condition> {
  bool try_lock() { return try_lock_for(std::chrono::nanoseconds::zero()); }
};

/// It cannot try. If it is not free, the thread waits for ever, and the checker reports that.
struct ticket_mutex : baselines::monitor_ticket_mutex<inner, condition> {
  bool try_lock() {
    lock();
    return true;
  }
};

[[maybe_unused]] const bool added = [] {
  using list = mutex_world<list_mutex, waiting::asleep>;
  add_lock_scenarios<mutex_world<ticket_mutex, waiting::asleep>>("monitor.ticket");
  add_lock_scenarios<list>("monitor.list");

  add_scenario<list>("monitor.list.deadline", "one of two waiters times out")
      .thread([](list& w) { w.use_for_long(); })
      .thread([](list& w) { w.use_soon(); })
      .thread([](list& w) { w.use(); })
      .finally([](list& w) { w.check(); });

  add_scenario<list>("monitor.list.again", "a thread locks again after its timeout")
      .thread([](list& w) { w.use_for_long(), w.use(); })
      .thread([](list& w) { w.use_soon(), w.use_soon(); })
      .finally([](list& w) { w.check(); });
  return true;
}();

}  // namespace
}  // namespace cqs::check
