#include "harness/sweep/disturbance.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/analysis/statistics.h"

namespace cqs::harness {

namespace {

std::string share_text(const char* what, double share, double limit) {
  return fmt::format("{} {:.0f} % of the processors' time (limit: {:.0f} %)", what, 100 * share, 100 * limit);
}

}  // namespace

std::string disturbance::judge(const row& row) {
  const double before = row.measure("reference_ns");
  const double after = row.measure("reference_after_ns");
  std::string reason;
  // A comparison with a measure that is absent, NaN, is false.
  if (const double share = row.measure("steal_share"); share > most_stolen) {
    reason = share_text("other virtual machines took", share, most_stolen);
  } else if (const double others = row.measure("others_share"); others > most_of_others) {
    reason = share_text("other programs took", others, most_of_others);
  } else if (const double runnable = row.measure("runnable_share");
             runnable > most_runnable && !row.oversubscribed() && row.placement != "none") {
    reason = share_text("its threads waited for a processor", runnable, most_runnable);
  } else if (_references.size() >= least_references) {
    if (const double usual = median(_references); std::max(before, after) > most_slowdown * usual) {
      reason =
          fmt::format("the reference work took {:.0f} ns instead of {:.0f}", std::max(before, after), usual);
    }
  }
  if (reason.empty() && before > 0) {
    _references.push_back(before);
  }
  return reason;
}

}  // namespace cqs::harness
