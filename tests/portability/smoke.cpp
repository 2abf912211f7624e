// Every primitive once, with threads, aborts and coroutines, without a test framework: for targets and settings whose
// full tests take too long, or have no framework. Returns 0 if all is well. With the argument `misuse` it makes a call
// that the library refuses.

#include <chrono>
#include <coroutine>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/lock.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>

namespace {

using namespace std::chrono_literals;

int failures = 0;

void expect(bool condition, const char* what) {
  if (!condition) {
    std::printf("failed: %s\n", what);
    ++failures;
  }
}

template <class Body>
void in_threads(int count, const Body& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&body, i] { body(i); });
  }
  for (auto& thread : threads) {
    thread.join();
  }
}

constexpr int team = 3;
constexpr int rounds = 500;

void exclude_each_other() {
  cqs::mutex one;
  cqs::mutex other;
  cqs::shared_mutex shared;
  int by_mutex = 0;
  int by_writers = 0;
  in_threads(team, [&](int member) {
    for (int i = 0; i < rounds; ++i) {
      cqs::lock(one, other);
      ++by_mutex;
      other.unlock();
      one.unlock();
      if (i % team == member) {
        const std::lock_guard writer(shared);
        ++by_writers;
      } else {
        const std::shared_lock reader(shared);
        expect(by_writers >= 0, "a reader reads");
      }
    }
  });
  expect(by_mutex == team * rounds, "a mutex excludes");
  expect(by_writers == rounds, "a shared mutex excludes");
}

void hand_elements_over() {
  cqs::queue_pool<int> queue;
  cqs::stack_pool<int> stack;
  queue.put(0);
  stack.put(0);
  in_threads(team, [&](int /*member*/) {
    for (int i = 0; i < rounds; ++i) {
      queue.put(queue.take() + 1);
      stack.put(stack.take() + 1);
    }
  });
  expect(queue.take() == team * rounds, "a queue pool hands its element over");
  expect(stack.take() == team * rounds, "a stack pool hands its element over");
}

void meet() {
  cqs::barrier<> barrier(team);
  cqs::latch latch(team);
  cqs::counting_semaphore<> arrivals(0);
  in_threads(team, [&](int /*member*/) {
    for (int i = 0; i < 50; ++i) {
      barrier.arrive_and_wait();
    }
    arrivals.release();
    latch.arrive_and_wait();
    expect(latch.try_wait(), "a latch opens");
  });
  for (int i = 0; i < team; ++i) {
    arrivals.acquire();
  }
  expect(!arrivals.try_acquire(), "a semaphore counts");
}

void abort_waits() {
  cqs::counting_semaphore<1> semaphore(0);
  expect(!semaphore.try_acquire_for(1ms), "a timeout ends a wait");
  expect(!semaphore.try_acquire_until(std::chrono::system_clock::now() - 1h), "a past deadline ends a wait");
  for (int i = 0; i < 20; ++i) {
    cqs::stop_source stop;
    bool acquired = true;
    std::thread waiter([&] { acquired = semaphore.acquire(stop.get_token()); });
    if (i % 2 == 0) {
      std::this_thread::sleep_for(1ms);
    }
    stop.request_stop();
    waiter.join();
    expect(!acquired, "a stop request ends a wait");
  }
  auto request = semaphore.acquire_request();
  expect(request.cancel(), "a request is cancelled");
  semaphore.release();
  expect(semaphore.try_acquire(), "an aborted wait takes no permit");
}

/// A coroutine that starts at once and whose frame ends with it.
struct detached {
  struct promise_type {
    detached get_return_object() noexcept { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { std::terminate(); }
  };
};

detached count_in_turn(cqs::mutex& mutex, int& count) {
  co_await mutex.async_lock();
  ++count;
  mutex.unlock();
}

detached wait_until_stop(cqs::mutex& mutex, cqs::stop_token stop, bool& aborted) {
  const bool locked = co_await mutex.async_lock(stop);
  aborted = !locked;
}

void wait_in_coroutines() {
  cqs::mutex mutex;
  cqs::stop_source stop;
  int count = 0;
  bool aborted = false;
  mutex.lock();
  for (int i = 0; i < rounds; ++i) {
    count_in_turn(mutex, count);
  }
  wait_until_stop(mutex, stop.get_token(), aborted);
  expect(count == 0, "coroutines wait");
  stop.request_stop();
  expect(aborted, "a stop request ends the wait of a coroutine");
  mutex.unlock();
  expect(count == rounds, "coroutines continue");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "misuse") == 0) {
    std::signal(SIGABRT, [](int /*signal*/) { std::_Exit(3); });  // an end that a test may expect
    cqs::mutex().unlock();
  }
  exclude_each_other();
  hand_elements_over();
  meet();
  abort_waits();
  wait_in_coroutines();
  std::printf("%s\n", failures == 0 ? "all is well" : "something failed");
  return failures == 0 ? 0 : 1;
}
