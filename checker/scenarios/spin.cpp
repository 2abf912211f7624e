// The baselines whose threads wait without sleeping.

#include <baselines/spin/abortable_clh_mutex.h>
#include <baselines/spin/clh_mutex.h>
#include <baselines/spin/counter_barrier.h>
#include <baselines/spin/k42_mutex.h>
#include <baselines/spin/mcs_mutex.h>
#include <baselines/spin/ticket_mutex.h>

#include <checker/scenarios/barriers.h>
#include <checker/scenarios/mutexes.h>

namespace cqs::check {
namespace {

namespace spin = baselines::spin;

template <class Mutex>
using world = mutex_world<Mutex, waiting::spinning>;

[[maybe_unused]] const bool added = [] {
  if constexpr (is_wanted("ticket")) {
    add_mutex_scenarios<world<spin::ticket_mutex<checked>>>("spin.ticket");
  }
  if constexpr (is_wanted("mcs")) {
    add_node_scenarios<node_world<spin::mcs_mutex<checked>, waiting::spinning>>("spin.mcs");
  }
  if constexpr (is_wanted("k42")) {
    add_mutex_scenarios<world<spin::k42_mutex<checked>>>("spin.k42");
  }
  if constexpr (is_wanted("clh")) {
    add_node_scenarios<node_world<spin::clh_mutex<checked>, waiting::spinning>>("spin.clh");
  }
  if constexpr (is_wanted("abortable_clh")) {
    using abortable = world<spin::abortable_clh_mutex<checked, 1>>;
    add_mutex_scenarios<abortable>("spin.abortable_clh");
    add_abort_scenarios<abortable>("spin.abortable_clh");
  }
  if constexpr (is_wanted("counter_barrier")) {
    add_phases<spin::counter_barrier<checked>>("spin.counter_barrier");
  }
  return true;
}();

}  // namespace
}  // namespace cqs::check
