#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs {

/// What happens to those that send to a cown whose queue is longer than the threshold.
enum class overload_policy : std::uint8_t {
  none,  ///< nothing: queues grow
  mute,  ///< cowns whose behaviours send are not run until it has caught up; threads outside wait
  block,  ///< whoever sends waits, also a worker: behaviours that send in a circle may wait for each other for ever
  drop,  ///< what is sent is refused
};

struct cown_options {
  overload_policy policy = overload_policy::mute;
  std::size_t threshold = 64;  ///< behaviours in a queue, above which its cown is overloaded
};

/// What a runtime has seen so far.
struct cown_statistics {
  std::size_t longest_queue = 0;
  std::size_t behaviours = 0;  ///< that were run to their end
  std::size_t mutings = 0;
  std::size_t refused = 0;
};

}  // namespace cqs
