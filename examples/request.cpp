// A print job enqueues at two printers and takes the first free one. A request holds a place in a primitive's
// queue and needs no waiting thread. The job cancels the other request, and its place goes to the next in the
// queue.

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
  // A real program would do other work here. `get` would wait for one of the two printers only.
  while (up.status() == cqs::request_status::waiting && down.status() == cqs::request_status::waiting) {
    std::this_thread::sleep_for(1ms);
  }
  const bool got_down = down.status() == cqs::request_status::granted;
  down.get();
  const bool cancelled = up.cancel();

  // The printer upstairs goes to the next request in its queue, not to the cancelled one.
  upstairs.release();
  const bool passed_on = behind_us.status() == cqs::request_status::granted;
  behind_us.get();

  downstairs.release();
  upstairs.release();
  const bool both_free = upstairs.try_acquire() && downstairs.try_acquire();
  std::printf("printed downstairs: %s; the place upstairs %s\n", got_down ? "yes" : "no",
              cancelled && passed_on ? "went to the next request" : "was lost");
  return queued && got_down && cancelled && passed_on && both_free ? 0 : 1;
}
