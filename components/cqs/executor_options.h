#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs {

/// The order in which tasks run after their events.
enum class service_order : std::uint8_t {
  fifo,    ///< in the order of their events
  strict,  ///< subscribers before servers before clients; under load the last never run
  aged,    ///< the same, but a class that was passed over `bypass` times comes next
};

struct executor_options {
  std::size_t workers = 1;  ///< threads that may be in `run` at the same time
  service_order order = service_order::aged;
  std::uint32_t bypass = 16;    ///< how often a class may be passed over, if aged
  std::size_t capacity = 1024;  ///< tasks that may exist at the same time
};

}  // namespace cqs
