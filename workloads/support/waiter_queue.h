#pragma once

#include <cstdint>
#include <deque>
#include <stdexcept>

#include "baselines/concepts/semaphore.h"
#include "harness/team/waiting_thread.h"

namespace cqs::workloads {

/// Threads that stay in the queue of a semaphore without permits until the `thread_queue` is destroyed.
template <baselines::semaphore_like Semaphore, class WaitingThread = harness::waiting_thread>
class thread_queue {
 public:
  static constexpr std::int64_t most_threads = 10'000;

  thread_queue(Semaphore& semaphore, std::int64_t waiters) : _semaphore(semaphore) {
    for (std::int64_t i = 0; i < waiters; ++i) {
      _threads.emplace_back([&] { _semaphore.acquire(); });
    }
    for (const WaitingThread& thread : _threads) {
      if (!thread.stands_in_queue(std::chrono::seconds(20))) {
        release();
        throw std::runtime_error("a waiter does not enter the queue");
      }
    }
  }
  thread_queue(const thread_queue&) = delete;
  thread_queue& operator=(const thread_queue&) = delete;
  ~thread_queue() { release(); }

 private:
  void release() {
    for (std::size_t i = 0; i < _threads.size(); ++i) {
      _semaphore.release();
    }
    _threads.clear();
  }

  Semaphore& _semaphore;
  std::deque<WaitingThread> _threads;
};

/// The same with requests, which need no threads: the queue may be long.
template <baselines::requestable_semaphore Semaphore>
class request_queue {
 public:
  request_queue(Semaphore& semaphore, std::int64_t waiters) {
    for (std::int64_t i = 0; i < waiters; ++i) {
      _requests.emplace_back(semaphore);
    }
  }

 private:
  /// A request cannot move into a container.
  struct place {
    explicit place(Semaphore& semaphore) : request(semaphore.acquire_request()) {}
    decltype(std::declval<Semaphore&>().acquire_request()) request;
  };
  std::deque<place> _requests;
};

}  // namespace cqs::workloads
