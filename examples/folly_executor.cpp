// Folly's tasks wait for this library's primitives as they are: a task goes on in its own executor. And a plain
// coroutine is sent to a Folly executor by `via`.

#include <atomic>
#include <cstdio>
#include <latch>

#include <folly/coro/Task.h>
#include <folly/executors/CPUThreadPoolExecutor.h>

#include <cqs/folly.h>
#include <cqs/mutex.h>

#include "workloads/coroutines/task.h"

using cqs::workloads::task;

struct account {
  cqs::mutex lock;
  int balance = 0;

  folly::coro::Task<void> pay_in(int rounds) {
    for (int i = 0; i < rounds; ++i) {
      const auto guard = co_await lock.async_scoped_lock();
      ++balance;
    }
  }

  task audit(folly::Executor& executor, int& seen) {
    const auto guard =
        co_await lock.async_scoped_lock().via([&](auto coroutine) { executor.add(coroutine); });
    seen = balance;
  }
};

int main() {
  constexpr int tasks = 8;
  constexpr int rounds = 1'000;
  account shared;
  int seen = -1;
  folly::CPUThreadPoolExecutor executor(2);

  shared.lock.lock();  // until all have come
  const task audit = shared.audit(executor, seen);
  audit.coroutine().resume();
  std::latch ended(tasks);
  for (int i = 0; i < tasks; ++i) {
    shared.pay_in(rounds).scheduleOn(&executor).start([&](const auto& /*result*/) { ended.count_down(); });
  }
  shared.lock.unlock();
  audit.join();
  ended.wait();
  std::printf("the audit came first and saw %d; in the end there are %d\n", seen, shared.balance);
  return seen == 0 && shared.balance == tasks * rounds ? 0 : 1;
}
