#pragma once

#include <cstdint>

namespace cqs {

/// How a transaction's attempt to lock a mutex has ended.
enum class ww_result : std::uint8_t {
  locked,
  wounded,  ///< an older transaction needs what this one holds: roll back and begin again
  aborted,  ///< the time has come, or stop was requested; what is held stays so
};

}  // namespace cqs
