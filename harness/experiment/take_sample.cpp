#include "harness/experiment/take_sample.h"

#include <cmath>
#include <exception>
#include <optional>

#include <sys/resource.h>

#include "harness/experiment/surroundings.h"
#include "harness/machine/memory_node.h"
#include "harness/machine/pinning.h"
#include "support/error.h"

namespace cqs::harness {

sample take_sample(const implementation& implementation, const cell_run& run) {
  const bool simulated = !run.simulated_on.empty();
  if (!simulated && !run.cpus.empty()) {
    // This thread makes the primitive, and so on the memory of the team's first thread.
    pin_this_thread(run.cpus.front());
  }
  std::optional<memory_node> node;
  if (!simulated && run.memory_node) {
    node.emplace(*run.memory_node);
  }
  try {
    if (simulated) {
      return implementation.run(run);
    }
    const surroundings around(run.cpus);
    sample result = implementation.run(run);
    around.tell(result);
    if (std::isnan(result.get("peak_rss_kb"))) {  // else it is that of a process it started
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      result.set("peak_rss_kb", static_cast<double>(usage.ru_maxrss));
    }
    return result;
  } catch (const support::user_error&) {
    throw;
  } catch (const std::exception& e) {
    sample failed;
    failed.fail(e.what());
    return failed;
  }
}

}  // namespace cqs::harness
