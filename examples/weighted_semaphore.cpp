// Jobs share a budget of memory. A job takes its share at once, or waits in line; a large job is not starved by small
// ones, and a job that is called off leaves the line.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include <cqs/weighted_semaphore.h>

using namespace std::chrono_literals;

class budget {
 public:
  static constexpr int megabytes = 64;

  void run_job(int needed) {
    _free.acquire(needed);
    if ((_used += needed) > megabytes) {
      _kept = false;
    }
    std::this_thread::sleep_for(100us);
    _used -= needed;
    _free.release(needed);
  }

  /// Returns false if there is no room within the time.
  bool try_job(int needed, std::chrono::microseconds time) {
    if (!_free.try_acquire_for(needed, time)) {
      return false;
    }
    _free.release(needed);
    return true;
  }

  bool kept() const { return _kept; }

 private:
  cqs::weighted_semaphore<megabytes> _free{megabytes};
  std::atomic<int> _used = 0;
  std::atomic<bool> _kept = true;
};

int main() {
  budget memory;
  std::atomic<bool> large_done = false;
  int called_off = 0;
  {
    std::vector<std::jthread> small_jobs;
    for (const int needed : std::array{3, 5, 7}) {
      small_jobs.emplace_back([&memory, &large_done, needed] {
        while (!large_done) {  // they keep coming until the large job has run
          memory.run_job(needed);
        }
      });
    }
    called_off = memory.try_job(budget::megabytes, 1us) ? 0 : 1;
    memory.run_job(budget::megabytes);
    large_done = true;
  }
  const bool all_free = memory.try_job(budget::megabytes, 1s);
  std::printf("the large job ran, the budget was %s, %d called off\n", memory.kept() ? "kept" : "broken",
              called_off);
  return memory.kept() && all_free ? 0 : 1;
}
