#pragma once

#include <array>
#include <string_view>

#include "baselines/adapters/origin.h"
#include "baselines/concepts/description.h"
#include "baselines/cqs/variants.h"
#include "baselines/posix/origin.h"

namespace cqs::workloads::applications {

/// What the mutexes of a program are replaced by.
struct lock {
  std::string_view name;  ///< as in the other experiments
  std::string_view origin;
  baselines::waiting waits;
  baselines::order order;
  std::string_view option;  ///< the lock's name for `cqs-run`; empty: without it
  std::string_view rwlock;  ///< the readers-writer lock that goes with it
};

/// The mutexes are compared with the same readers-writer lock, glibc's. `cqs.all` has ours as well.
inline constexpr auto locks = [] {
  using baselines::order;
  using baselines::waiting;
  constexpr auto glibc = baselines::posix_origin;
  constexpr auto ours = baselines::cqs_origin;
  constexpr auto here = baselines::own_origin;
  return std::to_array<lock>({
      {"glibc", glibc, waiting::parking, order::any, "", ""},
      {"glibc.interposed", glibc, waiting::parking, order::any, "glibc", "glibc"},
      {"cqs.mutex", ours, waiting::parking, order::fifo, "cqs", "glibc"},
      {"cqs.all", ours, waiting::parking, order::fifo, "cqs", "cqs"},
      {"cqs.mutex.bounded_overtaking", ours, waiting::parking, order::any, "cqs.bounded_overtaking", "glibc"},
      {"cqs.mutex.parking_at_once", ours, waiting::parking, order::fifo, "cqs.parking_at_once", "glibc"},
      {"aqs.mutex.fair", here, waiting::parking, order::fifo, "aqs.fair", "glibc"},
      {"aqs.mutex.unfair", here, waiting::parking, order::any, "aqs.unfair", "glibc"},
      {"park.k42", here, waiting::parking, order::fifo, "park.k42", "glibc"},
      {"spin.k42", here, waiting::spinning, order::fifo, "spin.k42", "glibc"},
      {"spin.ticket", here, waiting::spinning, order::fifo, "spin.ticket", "glibc"},
  });
}();

}  // namespace cqs::workloads::applications
