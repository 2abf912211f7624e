// A hundred thousand sessions share four connections on one thread. Each session is a coroutine that waits
// for a connection. Stop tokens cancel half of the sessions while they wait.

#include <coroutine>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <stop_token>
#include <utility>
#include <vector>

#include <cqs/mutex.h>
#include <cqs/queue_pool.h>

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

struct connection {
  int uses = 0;
};

struct office {
  cqs::queue_pool<connection*> connections;
  cqs::mutex ledger_lock;
  std::size_t served = 0;
  std::size_t called_off = 0;

  detached session(std::stop_token stop) {
    const auto c = co_await connections.async_take(std::move(stop));
    const auto ledger = co_await ledger_lock.async_scoped_lock();  // unlocks at the end of the scope
    if (!c) {
      ++called_off;
      co_return;
    }
    ++(*c)->uses;
    ++served;
    connections.put(*c);  // hands the connection to the session that has waited longest
  }
};

int main() {
  constexpr std::size_t count = 100'000;
  office all;
  std::vector<std::stop_source> stops(count);
  for (std::size_t i = 0; i < count; ++i) {
    all.session(stops[i].get_token());  // runs the session until it has to wait
  }
  for (std::size_t i = 0; i < count; i += 2) {
    stops[i].request_stop();
  }
  connection lines[4];
  for (connection& each : lines) {
    all.connections.put(&each);  // resumes the first waiter, which resumes the next, and so on
  }
  int uses = 0;
  for (const connection& each : lines) {
    uses += each.uses;
  }
  std::printf("%zu sessions served, %zu cancelled\n", all.served, all.called_off);
  return all.served == count / 2 && all.called_off == count / 2 && uses == count / 2 ? 0 : 1;
}
