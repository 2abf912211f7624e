// A downloader with at most three open transfers. At shutdown, transfers that still wait for a permit are
// cancelled at once; transfers that have begun are finished.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <stop_token>
#include <thread>
#include <vector>

#include <cqs/semaphore.h>

using namespace std::chrono_literals;

class downloader {
 public:
  static constexpr int limit = 3;

  /// Returns false if the shutdown came before a permit.
  bool download(std::stop_token shutdown) {
    if (!_slots.acquire(std::move(shutdown))) {
      return false;
    }
    if (++_open > limit) {
      _limit_kept = false;
    }
    std::this_thread::sleep_for(2ms);
    --_open;
    _slots.release();
    return true;
  }

  bool limit_kept() const { return _limit_kept; }

 private:
  cqs::counting_semaphore<limit> _slots{limit};
  std::atomic<int> _open = 0;
  std::atomic<bool> _limit_kept = true;
};

int main() {
  constexpr int clients = 8;
  downloader d;
  std::stop_source shutdown;
  std::atomic<int> finished = 0;
  std::atomic<int> called_off = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < clients; ++i) {
      threads.emplace_back([&] {
        while (!shutdown.stop_requested()) {
          ++(d.download(shutdown.get_token()) ? finished : called_off);
        }
      });
    }
    while (finished < 20) {
      std::this_thread::sleep_for(1ms);
    }
    shutdown.request_stop();
  }
  std::printf("%d transfers, the limit %s; the shutdown cancelled %d\n", finished.load(),
              d.limit_kept() ? "kept" : "broken", called_off.load());
  return finished >= 20 && called_off <= clients && d.limit_kept() ? 0 : 1;
}
