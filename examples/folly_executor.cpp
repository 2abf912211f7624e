// Folly tasks await this library's primitives directly: a task resumes in its own executor. `via` sends a
// plain coroutine to a Folly executor.

#include <coroutine>
#include <cstdio>
#include <exception>
#include <latch>

#include <folly/coro/Task.h>
#include <folly/executors/CPUThreadPoolExecutor.h>

#include <cqs/folly.h>
#include <cqs/mutex.h>

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

struct account {
  cqs::mutex lock;
  int balance = 0;

  folly::coro::Task<void> pay_in(int rounds) {
    for (int i = 0; i < rounds; ++i) {
      const auto guard = co_await lock.async_scoped_lock();
      ++balance;
    }
  }

  detached audit(folly::Executor& executor, int& seen, std::latch& ended) {
    {
      const auto guard =
          co_await lock.async_scoped_lock().via([&](auto coroutine) { executor.add(coroutine); });
      seen = balance;
    }
    ended.count_down();
  }
};

int main() {
  constexpr int tasks = 8;
  constexpr int rounds = 1'000;
  account shared;
  int seen = -1;
  folly::CPUThreadPoolExecutor executor(2);

  shared.lock.lock();  // held until all tasks wait
  std::latch ended(1 + tasks);
  shared.audit(executor, seen, ended);
  for (int i = 0; i < tasks; ++i) {
    shared.pay_in(rounds).scheduleOn(&executor).start([&](const auto& /*result*/) { ended.count_down(); });
  }
  shared.lock.unlock();
  ended.wait();
  std::printf("the audit ran first and saw %d; the final balance is %d\n", seen, shared.balance);
  return seen == 0 && shared.balance == tasks * rounds ? 0 : 1;
}
