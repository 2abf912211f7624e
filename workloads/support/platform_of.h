#pragma once

#include <cqs/platform/native.h>

namespace cqs::workloads {

/// The platform of a run's algorithms. A workload that waits by itself uses it too.
template <class Run>
struct platform_of {
  using type = native;
};
template <class Run>
requires requires {
  typename Run::platform;
}
struct platform_of<Run> {
  using type = typename Run::platform;
};

template <class Run>
using platform_of_t = typename platform_of<Run>::type;

}  // namespace cqs::workloads
