// A print job that queues up at two printers and takes whichever is free first. A request holds a place in a
// primitive's queue without a thread that waits in it; the one that is not needed any more is cancelled, and
// its place goes to those behind it.

#include <chrono>
#include <cstdio>
#include <thread>

#include <cqs/request.h>
#include <cqs/semaphore.h>

using namespace std::chrono_literals;

using printer = cqs::binary_semaphore;

int main() {
  printer upstairs(1);
  printer downstairs(1);
  upstairs.acquire();
  downstairs.acquire();  // both are busy

  auto up = upstairs.acquire_request();
  auto down = downstairs.acquire_request();
  auto behind_us = upstairs.acquire_request();
  const bool queued =
      up.status() == cqs::request_status::waiting && down.status() == cqs::request_status::waiting;

  std::jthread colleague([&] {
    std::this_thread::sleep_for(5ms);
    downstairs.release();  // a long job is done
  });
  // Something else could be done meanwhile; and `get` would wait, but for one printer only.
  while (up.status() == cqs::request_status::waiting && down.status() == cqs::request_status::waiting) {
    std::this_thread::sleep_for(1ms);
  }
  const bool got_down = down.status() == cqs::request_status::granted;
  down.get();
  const bool cancelled = up.cancel();

  // The printer upstairs goes to the next in its queue, not to the request that was cancelled.
  upstairs.release();
  const bool passed_on = behind_us.status() == cqs::request_status::granted;
  behind_us.get();

  downstairs.release();
  upstairs.release();
  const bool both_free = upstairs.try_acquire() && downstairs.try_acquire();
  std::printf("printed downstairs: %s; the place upstairs %s\n", got_down ? "yes" : "no",
              cancelled && passed_on ? "went to the next" : "was lost");
  return queued && got_down && cancelled && passed_on && both_free ? 0 : 1;
}
