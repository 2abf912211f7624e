#pragma once

#include <optional>
#include <string>

#include "harness/record/row.h"

namespace cqs::plots {

/// The unit of an axis. It determines how the ticks are written.
enum class unit : unsigned char { nanoseconds, per_second, bytes, share, percent, count };

/// The quantity that a figure shows: a measure of a row, or a number computed from one.
struct measure {
  std::string name;  ///< the measure's name in the row
  std::string label;
  plots::unit unit = unit::count;
  bool logarithmic = true;
  double (*convert)(double) = nullptr;  ///< converts the row's number to the axis's; null: unchanged

  /// Returns nothing if the row lacks the measure, or if the value is zero and the axis cannot show zero.
  std::optional<double> of(const harness::row& row) const;
};

namespace measures {

inline const measure time_per_operation{"ns_per_op", "time per operation", unit::nanoseconds};
inline const measure throughput{"ns_per_op", "operations per second", unit::per_second, true,
                                [](double ns) { return 1e9 / ns; }};
inline const measure abort_time{"abort_p50_ns", "median time to abort", unit::nanoseconds};
inline const measure fairness{"jain", "Jain's index", unit::share, false};
inline const measure memory{"peak_rss_kb", "peak memory", unit::bytes, true,
                            [](double kb) { return 1024 * kb; }};
inline const measure waiter_bytes{"bytes_per_waiter", "memory per waiter", unit::bytes};
inline const measure abort_share{"abort_share", "share of attempts given up", unit::share, false};
inline const measure goodput{"goodput", "answers in time, of the capacity", unit::share, false};
inline const measure slowest_waits{"wait_p999_ns", "99.9 % of the waits", unit::nanoseconds};
inline const measure longest_queue{"longest_queue", "longest queue", unit::count};
inline const measure client_wait{"wait_p50_ns", "client's wait, median", unit::nanoseconds};
inline const measure server_wait{"server_wait_p50_ns", "server's wait, median", unit::nanoseconds};
inline const measure subscriber_wait{"subscriber_wait_p50_ns", "subscriber's wait, median",
                                     unit::nanoseconds};
inline const measure segments{"segments", "live segments", unit::count, false};

}  // namespace measures

}  // namespace cqs::plots
