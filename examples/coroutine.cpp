// A hundred thousand sessions share four connections, on one thread. Each session is a coroutine that waits its
// turn; half of them are called off while they wait, by their own stop tokens.

#include <cstddef>
#include <cstdio>
#include <stop_token>
#include <vector>

#include <cqs/mutex.h>
#include <cqs/queue_pool.h>

#include "workloads/coroutines/task.h"

using cqs::workloads::task;

struct connection {
  int uses = 0;
};

struct office {
  cqs::queue_pool<connection*> connections;
  cqs::mutex ledger_lock;
  std::size_t served = 0;
  std::size_t called_off = 0;

  task session(std::stop_token stop) {
    const auto c = co_await connections.async_take(std::move(stop));
    const auto ledger = co_await ledger_lock.async_scoped_lock();  // unlocks at the end of the scope
    if (!c) {
      ++called_off;
      co_return;
    }
    ++(*c)->uses;
    ++served;
    connections.put(*c);  // goes to whoever has waited longest
  }
};

int main() {
  constexpr std::size_t count = 100'000;
  office all;
  std::vector<std::stop_source> stops(count);
  std::vector<task> sessions;
  for (std::size_t i = 0; i < count; ++i) {
    sessions.push_back(all.session(stops[i].get_token()));
    sessions.back().coroutine().resume();  // runs up to where it has to wait
  }
  for (std::size_t i = 0; i < count; i += 2) {
    stops[i].request_stop();
  }
  connection lines[4];
  for (connection& each : lines) {
    all.connections.put(&each);  // resumes the first that waits, and so on, one after another
  }
  int uses = 0;
  for (const connection& each : lines) {
    uses += each.uses;
  }
  std::printf("%zu sessions served, %zu called off\n", all.served, all.called_off);
  return all.served == count / 2 && all.called_off == count / 2 && uses == count / 2 ? 0 : 1;
}
