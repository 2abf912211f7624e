#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cqs::interpose {

/// The readers-writer locks that a thread holds as a reader, and how often. A reader may lock again while a writer
/// waits; a fair lock would make it wait for that writer, which waits for the reader.
///
/// A thread that holds more locks than there are entries may not lock those again.
class held_reads {
 public:
  struct entry {
    const void* lock = nullptr;
    std::uint32_t depth = 0;
  };

  /// Returns null if the thread does not hold the lock.
  entry* find(const void* lock) noexcept {
    for (std::size_t i = 0; i < _count; ++i) {
      if (_entries[i].lock == lock) {
        return &_entries[i];
      }
    }
    return nullptr;
  }

  void add(const void* lock) noexcept {
    if (_count < _entries.size()) {
      _entries[_count++] = {lock, 1};
    }
  }

  void remove(entry& ended) noexcept { ended = _entries[--_count]; }

 private:
  std::array<entry, 32> _entries{};
  std::size_t _count = 0;
};

inline thread_local constinit held_reads own_reads __attribute__((tls_model("initial-exec")));

}  // namespace cqs::interpose
