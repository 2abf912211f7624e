#include <thread>

#include "cqs.h"

int counted_by_two_threads(cqs::mutex& mutex);

int main() {
  cqs::mutex mutex;
  cqs::queue_pool<int> pool;
  std::thread giver([&pool] { pool.put(20); });
  const int sum = pool.take() + counted_by_two_threads(mutex);
  giver.join();
  return sum == 2020 ? 0 : 1;
}
