#include <mutex>
#include <thread>

#include "cqs.h"

int counted_by_two_threads(cqs::mutex& mutex) {
  int count = 0;
  const auto work = [&mutex, &count] {
    for (int i = 0; i < 1000; ++i) {
      const std::lock_guard guard(mutex);
      ++count;
    }
  };
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  return count;
}
