#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/detail/waiting/backoff.h>

#include "interpose/library/interposed.h"

namespace cqs::interpose {

/// The word by which this library knows an object of the program as its own. A program may use an object that only a
/// static initialiser has set, so the first use of an object constructs the lock in it.
///
/// | bits   | meaning                                                                            |
/// |--------|------------------------------------------------------------------------------------|
/// | 28..31 | `ready`, or `starting` while a thread constructs the lock; else the object is new   |
/// | 18..27 | the generation of the process: a child of `fork` constructs its locks anew          |
/// | 0..17  | for the kind of object                                                              |
///
/// For a new object the word is zero. glibc's own objects never have the marks: where the word is a lock of glibc, it
/// holds 0, 1, 2 or the number of a thread, which is less than 2^22, with flags in bits 30 and 31.
class header {
 public:
  using word = std::uint32_t;

  static constexpr word flags = (word{1} << 18) - 1;

  /// Returns true if the lock is there, and belongs to this process.
  bool is_ready() const noexcept {
    return (_word.load(std::memory_order_acquire) & ~flags) == _ready.load(std::memory_order_relaxed);
  }
  /// Returns false if the object is new, or belongs to glibc.
  bool is_marked() const noexcept { return is_mark(_word.load(std::memory_order_acquire)); }
  bool is_new() const noexcept { return _word.load(std::memory_order_acquire) == 0; }

  word get_flags() const noexcept { return _word.load(std::memory_order_relaxed) & flags; }
  /// Only for the thread that has the lock.
  void set_flags(word value) noexcept {
    _word.store((_word.load(std::memory_order_relaxed) & ~flags) | value, std::memory_order_relaxed);
  }

  void set_ready(word value) noexcept {
    _word.store(_ready.load(std::memory_order_relaxed) | value, std::memory_order_release);
  }
  void clear() noexcept { _word.store(0, std::memory_order_relaxed); }

  /// The calling thread constructs the lock, or another one does: then this returns when that one is done.
  /// `construct(before)` gets the word that was there, and returns the flags.
  template <class Construct>
  void make_ready(Construct construct) noexcept;

  /// In the child of a `fork`, while it has one thread.
  static void begin_generation() noexcept {
    const word now = _ready.load(std::memory_order_relaxed);
    _ready.store(ready | ((now + one_generation) & generations), std::memory_order_relaxed);
  }

  static constexpr bool is_mark(word value) noexcept {
    const word mark = value & ~(generations | flags);
    return mark == ready || mark == starting;
  }

 private:
  static constexpr word ready = word{2} << 28;
  static constexpr word starting = word{3} << 28;
  static constexpr word one_generation = flags + 1;
  static constexpr word generations = (word{1} << 28) - one_generation;

  static inline constinit std::atomic<word> _ready{ready};

  std::atomic<word> _word;
};

template <class Construct>
void header::make_ready(Construct construct) noexcept {
  const word generation = _ready.load(std::memory_order_relaxed) & generations;
  word seen = _word.load(std::memory_order_acquire);
  cqs::detail::backoff<interposed> wait(16);
  while ((seen & ~flags) != (ready | generation)) {
    if ((seen & ~flags) == (starting | generation)) {
      wait();
      seen = _word.load(std::memory_order_acquire);
    } else if (_word.compare_exchange_weak(seen, starting | generation, std::memory_order_acquire)) {
      // The writes of `construct` must not be seen by a thread that still sees the old word: see `mutex_object`.
      std::atomic_thread_fence(std::memory_order_release);
      set_ready(construct(seen));
      return;
    }
  }
}

}  // namespace cqs::interpose
