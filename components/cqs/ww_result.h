#pragma once

#include <cstdint>

namespace cqs {

/// The result of a transaction's attempt to lock a mutex.
enum class ww_result : std::uint8_t {
  locked,
  wounded,  ///< an older transaction needs a mutex of this one: roll back and begin again
  aborted,  ///< the deadline has passed, or stop was requested; the transaction keeps its mutexes
};

}  // namespace cqs
