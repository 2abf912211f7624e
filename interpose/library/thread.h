#pragma once

#include <atomic>
#include <cstdint>

namespace cqs::interpose {

/// What the library knows of a thread. It has no destructor, and needs no memory: `initial-exec` places it into the
/// block that every thread has from its start.
struct thread {
  std::uint32_t number = 0;
  bool interrupted = false;  ///< a signal has interrupted a sleep
};

inline thread_local constinit thread this_thread __attribute__((tls_model("initial-exec")));

/// A number of the calling thread, from 1. A child of `fork` keeps the number of the thread that it continues: it still
/// holds the locks of that thread.
inline std::uint32_t self() noexcept {
  if (this_thread.number == 0) [[unlikely]] {
    static constinit std::atomic<std::uint32_t> last{0};
    this_thread.number = last.fetch_add(1, std::memory_order_relaxed) + 1;
  }
  return this_thread.number;
}

}  // namespace cqs::interpose
