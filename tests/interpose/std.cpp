// A program of the C++ standard library: threads, mutexes, condition variables, futures.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

void require(bool condition, const char* what) {
  if (!condition) {
    std::fprintf(stderr, "std.cpp: %s\n", what);
    std::exit(1);
  }
}

/// A queue as programs write it.
class bounded_queue {
 public:
  void put(int value) {
    std::unique_lock lock(_mutex);
    _not_full.wait(lock, [this] { return _values.size() < 4; });
    _values.push_back(value);
    _not_empty.notify_one();
  }
  int take() {
    std::unique_lock lock(_mutex);
    _not_empty.wait(lock, [this] { return !_values.empty(); });
    const int value = _values.front();
    _values.pop_front();
    _not_full.notify_one();
    return value;
  }

 private:
  std::mutex _mutex;
  std::condition_variable _not_full;
  std::condition_variable _not_empty;
  std::deque<int> _values;
};

void queue_hands_over() {
  constexpr int each = 500;
  bounded_queue queue;
  std::atomic<long> sum = 0;
  std::vector<std::jthread> team;
  for (int i = 0; i < 2; ++i) {
    team.emplace_back([&] {
      for (int value = 1; value <= each; ++value) {
        queue.put(value);
      }
    });
    team.emplace_back([&] {
      for (int count = 0; count < each; ++count) {
        sum += queue.take();
      }
    });
  }
  team.clear();
  require(sum == 1L * each * (each + 1), "an element was lost");
}

void timed_waits() {
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock lock(mutex);
  require(condition.wait_for(lock, 10ms) == std::cv_status::timeout, "wait_for did not time out");
  require(condition.wait_until(lock, std::chrono::system_clock::now() + 10ms) == std::cv_status::timeout,
          "wait_until did not time out");
  std::timed_mutex timed;
  const std::lock_guard guard(timed);
  require(!std::async(std::launch::async, [&] { return timed.try_lock_for(10ms); }).get(),
          "the mutex is locked");
}

void shared_locks() {
  std::shared_mutex mutex;
  std::recursive_mutex recursive;
  int value = 0;
  std::vector<std::jthread> team;
  for (int i = 0; i < 4; ++i) {
    team.emplace_back([&] {
      for (int round = 0; round < 400; ++round) {
        if (round % 4 == 0) {
          const std::lock_guard outer(recursive);
          const std::lock_guard inner(recursive);
          const std::lock_guard lock(mutex);
          ++value;
        } else {
          const std::shared_lock lock(mutex);
          require(value >= 0, "a reader sees the value");
        }
      }
    });
  }
  team.clear();
  require(value == 400, "an increment was lost");
}

/// An object that holds its own mutex ends when its last user leaves.
void objects_end_under_their_mutex() {
  struct counted {
    std::mutex mutex;
    int users = 2;
  };
  for (int i = 0; i < 300; ++i) {
    auto* const object = new counted;
    const auto leave = [object] {
      object->mutex.lock();
      const bool last = --object->users == 0;
      object->mutex.unlock();
      if (last) {
        delete object;
      }
    };
    std::jthread other(leave);
    leave();
  }
}

void stop_requests() {
  std::mutex mutex;
  std::condition_variable_any condition;
  std::jthread waiter([&](std::stop_token stop) {
    std::unique_lock lock(mutex);
    condition.wait(lock, stop, [] { return false; });
  });
  std::this_thread::sleep_for(10ms);
  waiter.request_stop();
}

void exceptions_and_once() {
  std::once_flag once;
  int calls = 0;
  std::vector<std::future<int>> results;
  for (int i = 0; i < 8; ++i) {
    results.push_back(std::async(std::launch::async, [&, i] {
      std::call_once(once, [&] { ++calls; });
      return i % 2 == 0 ? i : throw i;
    }));
  }
  int sum = 0;
  for (auto& each : results) {
    try {
      sum += each.get();
    } catch (int value) {
      sum += value;
    }
  }
  require(sum == 28 && calls == 1, "a future or an exception was lost");
}

}  // namespace

int main() {
  queue_hands_over();
  timed_waits();
  shared_locks();
  objects_end_under_their_mutex();
  stop_requests();
  exceptions_and_once();
  std::puts("all passed");
}
