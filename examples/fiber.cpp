// Readers and a writer as Boost fibres of one thread, and another thread that unlocks: whoever has to wait lets
// the other fibres of its thread run.

#include <cstdio>
#include <thread>
#include <vector>

#include <boost/fiber/fiber.hpp>

#include <cqs/fiber.h>
#include <cqs/shared_mutex.h>

int main() {
  cqs::shared_mutex mutex;
  int value = 0;
  int seen = 0;

  mutex.lock();  // the main thread writes first; meanwhile the fibres queue up
  std::jthread worker([&] {
    std::vector<boost::fibers::fiber> fibres;
    for (int i = 0; i < 10; ++i) {
      fibres.emplace_back([&] {
        const auto reading = cqs::fiber::scoped_lock_shared(mutex);
        seen += value;
      });
    }
    fibres.emplace_back([&] {
      cqs::fiber::lock(mutex);
      value = 2;
      mutex.unlock();
    });
    for (auto& each : fibres) {
      each.join();
    }
  });
  value = 1;
  mutex.unlock();
  worker.join();
  std::printf("the readers saw %d, then it became %d\n", seen, value);
  return seen >= 10 && value == 2 ? 0 : 1;
}
