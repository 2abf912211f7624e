#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs {

/// The treatment of senders to an overloaded cown: its queue is longer than the threshold.
enum class overload_policy : std::uint8_t {
  none,   ///< nothing: queues grow
  mute,   ///< the sending cowns do not run until the receiver has caught up; threads outside wait
  block,  ///< the sender waits, also a worker: behaviours that send in a circle may deadlock
  drop,   ///< the behaviour is refused
};

struct cown_options {
  overload_policy policy = overload_policy::mute;
  std::size_t threshold = 64;  ///< a cown with more behaviours in its queue is overloaded
};

/// Counts of a runtime since its start.
struct cown_statistics {
  std::size_t longest_queue = 0;
  std::size_t behaviours = 0;  ///< that have ended
  std::size_t mutings = 0;
  std::size_t refused = 0;
};

}  // namespace cqs
