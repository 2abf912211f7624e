#pragma once

#include <string>

namespace cqs::simulator {

/// A time that others have measured on such a machine. It is not an input of the model: the simulation of
/// the same program is compared with it.
struct published_value {
  std::string what;  ///< the name of the program
  double ns = 0;
  double tolerance = 1;  ///< the greatest factor between the simulated and the published time
  std::string source;
};

}  // namespace cqs::simulator
