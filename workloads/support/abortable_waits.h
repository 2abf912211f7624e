#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace cqs::workloads {

/// What ends a wait that may be aborted.
enum class aborted_by : std::uint8_t { deadline, stop };

/// Decides which waits of a thread may be aborted, so that a share of all waits is. A wait that could be aborted may end
/// well; then more waits may be, up to all of them. What share was reached is in the row: who never waits cannot abort.
class abort_quota {
 public:
  explicit abort_quota(double share) noexcept : _share(share) {}

  template <class Member>
  bool next(Member& member) noexcept {
    const double missing = _share * _waits - _aborts;
    return _share > 0 && member.chance(std::clamp(_share + missing / memory, 0.0, 1.0));
  }
  void count(bool aborted) noexcept {
    _waits += 1;
    _aborts += aborted ? 1 : 0;
  }

 private:
  static constexpr double memory = 16;  ///< aborts that are missing until every wait may be aborted

  double _share;
  double _waits = 0;
  double _aborts = 0;
};

/// Returns the timeout of a wait to abort: half of these waits end before they can sleep.
template <class Member>
std::chrono::nanoseconds short_patience(Member& member) {
  return member.chance(0.5) ? std::chrono::nanoseconds(1) : std::chrono::microseconds(20);
}

/// The waits that a stop request may abort. Each thread has at most one, and its neighbour ends it.
class abortable_waits {
 public:
  explicit abortable_waits(std::size_t threads) : _slots(threads) {}

  /// Starts a new wait of this thread and returns its token.
  std::stop_token arm(std::size_t index) {
    slot& mine = _slots[index];
    const guard lock(mine);
    mine.source = std::stop_source();
    mine.armed.store(true, std::memory_order_relaxed);
    return mine.source.get_token();
  }
  void disarm(std::size_t index) { _slots[index].armed.store(false, std::memory_order_relaxed); }

  /// Aborts the neighbour's wait, if it has one. A late request has no effect.
  void abort_next_to(std::size_t index) {
    slot& next = _slots[(index + 1) % _slots.size()];
    if (!next.armed.load(std::memory_order_relaxed)) {
      return;
    }
    std::stop_source source(std::nostopstate);
    {
      const guard lock(next);
      source = next.source;
    }
    next.armed.store(false, std::memory_order_relaxed);
    source.request_stop();
  }

 private:
  struct alignas(128) slot {
    std::atomic<bool> armed{false};
    std::atomic_flag busy;
    std::stop_source source{std::nostopstate};
  };
  class guard {
   public:
    explicit guard(slot& s) : _slot(s) {
      while (_slot.busy.test_and_set(std::memory_order_acquire)) {
        _slot.busy.wait(true, std::memory_order_relaxed);
      }
    }
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;
    ~guard() {
      _slot.busy.clear(std::memory_order_release);
      _slot.busy.notify_one();
    }

   private:
    slot& _slot;
  };

  std::vector<slot> _slots;
};

}  // namespace cqs::workloads
