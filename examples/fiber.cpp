// Readers and a writer as Boost fibers of one thread, and another thread that unlocks. A waiting fiber lets
// the other fibers of its thread run.

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

  mutex.lock();  // the main thread writes first; meanwhile the fibers enqueue
  std::jthread worker([&] {
    std::vector<boost::fibers::fiber> fibers;
    for (int i = 0; i < 10; ++i) {
      fibers.emplace_back([&] {
        const auto reading = cqs::fiber::scoped_lock_shared(mutex);
        seen += value;
      });
    }
    fibers.emplace_back([&] {
      cqs::fiber::lock(mutex);
      value = 2;
      mutex.unlock();
    });
    for (auto& each : fibers) {
      each.join();
    }
  });
  value = 1;
  mutex.unlock();
  worker.join();
  std::printf("the readers saw %d; the writer stored %d\n", seen, value);
  return seen >= 10 && value == 2 ? 0 : 1;
}
