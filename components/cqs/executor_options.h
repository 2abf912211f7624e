#pragma once

#include <cstddef>
#include <cstdint>

namespace cqs {

/// Which of the tasks that have had an event is run first.
enum class service_order : std::uint8_t {
  fifo,    ///< whichever had its event first
  strict,  ///< subscribers before servers before clients; under load the last are never run
  aged,    ///< the same, but a class that has been passed over `bypass` times is served next
};

struct executor_options {
  std::size_t workers = 1;  ///< threads that may call `run` at a time
  service_order order = service_order::aged;
  std::uint32_t bypass = 16;    ///< how often a class may be passed over, if aged
  std::size_t capacity = 1024;  ///< tasks that may exist at a time
};

}  // namespace cqs
