#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Counts readers in several words, so that readers of different threads do not share a cache line. The sum of the
/// words is the number of readers: a reader may leave by another slot than it has entered by.
///
/// | word of a slot     | meaning                                                                      |
/// |--------------------|------------------------------------------------------------------------------|
/// | at least `closed/2`| open: readers that have entered here minus readers that have left here        |
/// | less               | closed: the readers are counted elsewhere; the distance to `closed` is noise  |
///
/// All accesses to a slot are read-modify-writes, apart from its opening. So either a reader sees that its slot is
/// closed, or whoever closes it sees the reader. A reader that finds its slot closed leaves its mark there: opening the
/// slot erases the mark.
template <platform Platform>
class reader_slots {
 public:
  /// All slots are closed at first. `count` is a power of two.
  explicit reader_slots(std::size_t count)
      : _slots(Platform::template create_array<slot>(count)), _count(count) {}
  reader_slots(const reader_slots&) = delete;
  reader_slots& operator=(const reader_slots&) = delete;
  ~reader_slots() { Platform::destroy_array(_slots, _count); }

  /// A reader comes in. Returns false if its slot is closed.
  bool enter() noexcept {
    // [slot.enter] acquire <- [slot.open]: what the writers did before; mutant order-slot-enter-relaxed
    return is_open(of_this_thread().fetch_add(1, std::memory_order_acquire));
  }
  /// A reader goes. Returns false if the slot of the calling thread is closed.
  bool leave() noexcept {
    // [slot.leave] release -> [slot.close]: what the reader did; mutant order-slot-leave-relaxed
    return is_open(of_this_thread().fetch_sub(1, std::memory_order_release));
  }

  void open() noexcept {
    for (std::size_t i = 0; i < _count; ++i) {
      // [slot.open] release -> [slot.enter]: what the writers did before; mutant order-slot-open-relaxed
      _slots[i].readers.store(0, std::memory_order_release);
    }
  }
  /// Returns the number of readers that were counted here. From now on, `patience` crowds for each slot have to come
  /// before the slots are due again.
  std::int64_t close(std::uint32_t patience) noexcept {
    std::int64_t readers = 0;
    for (std::size_t i = 0; i < _count; ++i) {
      // [slot.close] acquire <- [slot.leave]: what the readers did; mutant order-slot-close-relaxed
      readers += _slots[i].readers.exchange(closed, std::memory_order_acquire);
    }
    _crowds_left.store(static_cast<std::uint32_t>(_count) * patience, std::memory_order_relaxed);
    return readers;
  }

  /// A reader has met a crowd. Returns true if it is time to open the slots. Roughly: crowds may be lost.
  bool is_due() noexcept {
    const std::uint32_t left = _crowds_left.load(std::memory_order_relaxed);
    if (left > 0) {
      _crowds_left.store(left - 1, std::memory_order_relaxed);
    }
    return left == 0;
  }

 private:
  using word = typename Platform::template atomic<std::int64_t>;

  static constexpr std::int64_t closed = std::int64_t{-1} << 62;

  struct alignas(128) slot {  // processors fetch lines in pairs
    word readers{closed};
  };

  static constexpr bool is_open(std::int64_t word_before) noexcept { return word_before >= closed / 2; }

  word& of_this_thread() noexcept { return _slots[Platform::thread_number() & (_count - 1)].readers; }

  slot* const _slots;
  const std::size_t _count;
  typename Platform::template atomic<std::uint32_t> _crowds_left{0};
};

}  // namespace cqs::detail
