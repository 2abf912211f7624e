#include <cstdio>
#include <mutex>
#include <thread>

#include <cqs/mutex.h>
#include <cqs/semaphore.h>

int main() {
  cqs::mutex m;
  cqs::counting_semaphore<2> done(0);
  int count = 0;
  const auto work = [&] {
    for (int i = 0; i < 1000; ++i) {
      const std::lock_guard guard(m);
      ++count;
    }
    done.release();
  };
  const std::jthread first(work);
  const std::jthread second(work);
  done.acquire();
  done.acquire();
  std::printf("counted %d\n", count);
  return count == 2000 ? 0 : 1;
}
