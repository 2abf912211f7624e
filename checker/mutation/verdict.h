#pragma once

#include <cstdint>
#include <string>

namespace cqs::check::mutate {

enum class fate : std::uint8_t {
  stillborn,  ///< it does not compile
  killed,     ///< a scenario finds it
  argued,     ///< nothing can find it
  unreached,  ///< no scenario executes the mutated text
  survived,   ///< the scenarios that execute it do not find it
};

/// The result of the examination of one mutation.
struct verdict {
  mutate::fate fate = fate::survived;
  /// The scenario that kills it.
  std::string scenario;
  /// "bound 2, weak"; for a survivor "complete", or which limit ended the exploration.
  std::string exploration;
  std::string violation;
  std::uint64_t schedules = 0;
};

}  // namespace cqs::check::mutate
