#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace cqs::tests {

/// Threads that meet again and again. Early threads stay runnable for a while, so that all leave almost at
/// the same time. Then they sleep, because a yielding thread comes back late on a busy machine.
class meeting {
 public:
  explicit meeting(std::uint32_t members) noexcept : _members(members) {}

  void meet() noexcept {
    const std::uint32_t round = _round.load();
    if (_arrived.fetch_add(1) + 1 == _members) {
      _arrived.store(0);
      _round.store(round + 1);
      _round.notify_all();
      return;
    }
    for (int polls = 0; polls < 250 && _round.load() == round; ++polls) {
      if (polls > 200) {
        std::this_thread::yield();
      }
    }
    _round.wait(round);
  }

 private:
  const std::uint32_t _members;
  std::atomic<std::uint32_t> _arrived = 0;
  std::atomic<std::uint32_t> _round = 0;
};

}  // namespace cqs::tests
