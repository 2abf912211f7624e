#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tests/baselines/algorithms/observed.h>

namespace cqs::tests {

/// Threads that enqueue one after another, each only when the previous thread waits.
class line {
 public:
  line() { observed::start_counting(); }

  /// Adds a thread that runs `wait`; returns when it waits.
  void join(std::function<void()> wait) {
    _threads.emplace_back(std::move(wait));
    observed::await_waiting(_threads.size());
  }

  /// Adds `count` threads. Each waits, then signs with its number.
  template <class Wait>
  void join_and_sign(std::size_t count, Wait wait) {
    for (std::size_t i = 0; i < count; ++i) {
      join([this, wait, i] { wait([this, i] { sign(i); }); });
    }
  }

  /// Returns when all have ended.
  void disperse() { _threads.clear(); }

  void sign(std::size_t number) {
    const std::lock_guard guard(_lock);
    _signed.push_back(number);
  }

  /// Returns the order of the signatures.
  std::vector<std::size_t> signatures() {
    disperse();
    return _signed;
  }

  static std::vector<std::size_t> first_to_last(std::size_t count) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
  }

 private:
  std::mutex _lock;
  std::vector<std::size_t> _signed;
  std::vector<std::jthread> _threads;
};

/// Call this with a lock held: from time to time the holder loses its processor, and others have to wait.
inline void hold_up_others(int iteration) {
  if (iteration % 16 == 0) {
    std::this_thread::yield();
  }
}

/// Checks in its destructor that the objects created meanwhile are destroyed.
class balance {
 public:
  balance() = default;
  balance(const balance&) = delete;
  balance& operator=(const balance&) = delete;
  ~balance() { EXPECT_EQ(counting::live_objects.load(), _before); }

  std::int64_t live() const { return counting::live_objects.load() - _before; }

 private:
  std::int64_t _before = counting::live_objects.load();
};

}  // namespace cqs::tests
