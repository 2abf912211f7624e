// The queue locks whose waiters spin once and then sleep.

#include <baselines/park/clh_mutex.h>
#include <baselines/park/k42_mutex.h>
#include <baselines/park/mcs_mutex.h>

#include <checker/scenarios/mutexes.h>

namespace cqs::check {
namespace {

namespace park = baselines::park;

template <class Mutex>
using world = mutex_world<Mutex, waiting::asleep>;

[[maybe_unused]] const bool added = [] {
  if constexpr (is_wanted("mcs")) {
    add_node_scenarios<node_world<park::mcs_mutex<checked, 1>, waiting::asleep>>("park.mcs");
  }
  if constexpr (is_wanted("k42")) {
    add_mutex_scenarios<world<park::k42_mutex<checked, 1>>>("park.k42");
  }
  if constexpr (is_wanted("clh")) {
    add_node_scenarios<node_world<park::clh_mutex<checked, 1>, waiting::asleep>>("park.clh");
  }
  return true;
}();

}  // namespace
}  // namespace cqs::check
