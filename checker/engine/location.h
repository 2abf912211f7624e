#pragma once

#include <cstdint>

#include <checker/engine/site.h>
#include <checker/engine/vector_clock.h>

namespace cqs::check {

/// One value an atomic had, and what goes with it.
struct message {
  std::uint64_t value = 0;
  /// Identifies the write among all executions: a hash of everything that led to it.
  std::uint64_t token = 0;
  /// What an acquiring load of this message learns.
  vector_clock sync;
  /// When each thread first read it; kept in weak mode, for read coherence.
  vector_clock readers;
  /// The message before it in modification order; `none` for the first.
  std::uint32_t previous = 0;
  /// Its place in the modification order.
  std::uint32_t position = 0;
  vector_clock::tick written = 0;
  thread_id writer = 0;

  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

enum class location_kind : std::uint8_t { atomic, plain };

/// One instrumented object: an atomic, or plain data that must be ordered by others.
struct location {
  const void* address = nullptr;
  location_kind kind = location_kind::atomic;
  bool alive = false;

  thread_id creator = 0;
  vector_clock::tick creation = 0;
  site created;
  /// By whom and where it was destroyed, if it was.
  thread_id destroyer = 0;
  site destroyed;

  /// The latest access of each thread.
  vector_clock accesses;
  thread_id last_accessor = 0;
  site last_access;

  // Of an atomic.
  std::uint32_t newest = message::none;
  /// The first position that a sequentially consistent load may still read.
  std::uint32_t sequential_floor = 0;
  /// Identifies the history of the queue of sleepers on this word.
  std::uint64_t sleepers_token = 0;

  // Of plain data.
  thread_id writer = 0;
  vector_clock::tick written = 0;
  site last_write;
};

}  // namespace cqs::check
