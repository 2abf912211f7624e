#pragma once

#include <cstddef>
#include <cstdint>

#include <cqs/order.h>
#include <cqs/scattering.h>
#include <cqs/waiting.h>

namespace cqs {

/// What a `resume` does that comes to its cell before the `suspend` it is paired with.
enum class resumption : std::uint8_t {
  async,  ///< leaves its value in the cell and returns: never waits
  sync,   ///< waits a bounded time for the `suspend`, then breaks the cell, and both start again (appendix A)
};

/// What becomes of a waiter that has aborted.
enum class cancellation : std::uint8_t {
  simple,  ///< its `resume` comes, fails, and the primitive tries again: linear in the aborted waiters
  smart,   ///< it deregisters itself through `on_cancellation`, and `resume` skips its cell
};

/// The variants of the framework that the paper compares, and the sizes they depend on.
struct options {
  cqs::resumption resumption = resumption::async;
  cqs::cancellation cancellation = cancellation::smart;
  std::size_t segment_size = 32;   ///< cells in a segment
  std::uint32_t spin_limit = 100;  ///< polls of a synchronous `resume` before it breaks the cell
  cqs::waiting waiting{};          ///< how a thread waits
  cqs::order order{};              ///< who may be served before a waiter
  cqs::scattering scattering{};    ///< how the readers of a `shared_mutex` keep out of each other's way
};

}  // namespace cqs
