// A printer takes jobs in the order of their arrival. It looks after its toner when no job comes for a while, and a
// stop request ends it when its queue is empty.

#include <chrono>
#include <cstdio>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

#include <cqs/condition_variable.h>
#include <cqs/mutex.h>

using namespace std::chrono_literals;

int main() {
  cqs::mutex mutex;
  cqs::condition_variable arrived;
  std::queue<int> jobs;
  int pages = 0;

  std::jthread printer([&](std::stop_token stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested() || !jobs.empty()) {
      if (arrived.wait_for(lock, stop, 20ms, [&] { return !jobs.empty(); })) {
        pages += jobs.front();
        jobs.pop();
      } else if (!stop.stop_requested()) {
        std::puts("no job: the printer looks after its toner");
      }
    }
  });

  std::this_thread::sleep_for(50ms);
  for (int job = 1; job <= 4; ++job) {
    {
      const std::lock_guard lock(mutex);
      jobs.push(job);
    }
    arrived.notify_one();
  }
  printer.request_stop();
  printer.join();
  std::printf("%d pages are printed\n", pages);
  return pages == 10 && jobs.empty() ? 0 : 1;
}
