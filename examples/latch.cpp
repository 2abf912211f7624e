// A server starts its services in parallel and accepts requests when all services are up. If a service hangs,
// the starting thread times out and reports the problem.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include <cqs/latch.h>

using namespace std::chrono_literals;

int main() {
  constexpr int services = 4;
  cqs::latch up(services);
  cqs::latch repaired(1);
  std::atomic<int> first_requests = 0;

  std::vector<std::jthread> threads;
  for (int i = 0; i < services; ++i) {
    threads.emplace_back([&, i] {
      if (i == 2) {
        repaired.wait();  // this service hangs until the repair
      }
      up.arrive_and_wait();
      ++first_requests;  // every service is up now and can answer
    });
  }

  const bool up_at_once = up.wait_for(20ms);
  std::printf("after 20 ms: %s\n", up_at_once ? "up" : "a service hangs");
  repaired.count_down();
  up.wait();
  threads.clear();
  std::printf("up; %d services sent their first request\n", first_requests.load());
  return !up_at_once && up.try_wait() && first_requests == services ? 0 : 1;
}
