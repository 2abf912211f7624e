// Coroutines that wait with a deadline. One thread serves the deadlines of all coroutines.

#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstdio>
#include <exception>
#include <thread>

#include <cqs/semaphore.h>
#include <cqs/timer.h>

using namespace std::chrono_literals;

/// The smallest coroutine type. It starts when called and frees its frame when it ends.
struct detached {
  struct promise_type {
    detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

int main() {
  cqs::counting_semaphore<> permits(0);
  std::atomic<int> acquired = 0;
  std::atomic<int> late = 0;
  const auto use = [&](auto timeout) -> detached {
    const bool has = co_await permits.async_acquire_for(timeout);
    ++(has ? acquired : late);
  };
  use(1h);
  use(1ms);  // gives up: nobody releases in time
  while (late == 0) {
    std::this_thread::yield();
  }
  permits.release(2);  // one for the coroutine that waits, one that stays
  std::printf("%d acquired, %d late, %d left\n", acquired.load(), late.load(), permits.try_acquire() ? 1 : 0);
  return acquired == 1 && late == 1 ? 0 : 1;
}
