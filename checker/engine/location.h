#pragma once

#include <cstdint>

#include <checker/engine/site.h>
#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// A message: one value that an atomic had, with its history.
struct message {
  std::uint64_t value = 0;
  /// Identifies the write across executions: a hash of all events that led to it.
  std::uint64_t token = 0;
  /// The clock that an acquire load of this message joins.
  vector_clock sync;
  /// The time of each thread's first read; kept in weak mode, for read coherence.
  vector_clock readers;
  /// The previous message in modification order; `none` for the first.
  std::uint32_t previous = 0;
  /// The position in the modification order.
  std::uint32_t position = 0;
  vector_clock::tick written = 0;
  thread_id writer = 0;

  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

enum class location_kind : std::uint8_t { atomic, plain };

/// An instrumented object: an atomic, or plain data that other accesses must order.
struct location {
  const void* address = nullptr;
  location_kind kind = location_kind::atomic;
  bool alive = false;

  thread_id creator = 0;
  vector_clock::tick creation = 0;
  site created;
  /// The thread and the place of the destruction, if any.
  thread_id destroyer = 0;
  site destroyed;

  /// The latest access of each thread.
  vector_clock accesses;
  thread_id last_accessor = 0;
  site last_access;

  // Atomics only.
  std::uint32_t newest = message::none;
  /// The first position that a sequentially consistent load may still read.
  std::uint32_t sequential_floor = 0;
  /// Identifies the history of the queue of sleepers on this word.
  std::uint64_t sleepers_token = 0;

  // Plain data only.
  thread_id writer = 0;
  vector_clock::tick written = 0;
  site last_write;
};

}  // namespace cqs::check
