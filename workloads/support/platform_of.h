#pragma once

#include <cqs/platform/native.h>

namespace cqs::workloads {

/// What the algorithms of a run are written against, and what a workload takes that has to wait by itself.
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
