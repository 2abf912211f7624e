// A pool that reuses buffers while they are hot in the cache: it hands out the buffer that was returned last.
// A light load therefore touches only a few of the buffers.

#include <cstddef>
#include <cstdio>
#include <memory>
#include <numeric>
#include <stop_token>
#include <thread>
#include <vector>

#include <cqs/stack_pool.h>

struct buffer {
  std::vector<unsigned char> bytes = std::vector<unsigned char>(4096);
  int uses = 0;
};

using buffer_pool = cqs::stack_pool<std::unique_ptr<buffer>>;

/// Handles one message: copies it into a buffer and returns its checksum.
unsigned handle(buffer_pool& pool, unsigned char message) {
  auto b = pool.take();
  b->bytes.assign(b->bytes.size(), message);
  const unsigned checksum = std::accumulate(b->bytes.begin(), b->bytes.end(), 0U);
  ++b->uses;
  pool.put(std::move(b));
  return checksum;
}

int main() {
  constexpr int buffers = 100;
  constexpr int messages = 200;
  constexpr std::size_t threads = 2;
  buffer_pool pool;
  for (int i = 0; i < buffers; ++i) {
    pool.put(std::make_unique<buffer>());
  }

  std::vector<unsigned> checksums(threads);
  {
    std::vector<std::jthread> team;
    for (std::size_t t = 0; t < threads; ++t) {
      team.emplace_back([&, t] {
        for (int m = 0; m < messages; ++m) {
          checksums[t] += handle(pool, 1);
        }
      });
    }
  }

  int touched = 0;
  int uses = 0;
  int kept = 0;
  while (const auto b = pool.try_take()) {
    touched += (*b)->uses > 0;
    uses += (*b)->uses;
    ++kept;
  }

  // The pool is empty now: `take` waits, and a stop request ends the wait.
  std::jthread late([&](std::stop_token stop) { kept += pool.take(stop).has_value() ? 1 : 0; });
  late.request_stop();
  late.join();

  const unsigned sum = std::accumulate(checksums.begin(), checksums.end(), 0U);
  std::printf("%d messages went through %d of %d buffers\n", uses, touched, kept);
  const bool right =
      kept == buffers && uses == static_cast<int>(threads) * messages && sum == 4096U * threads * messages;
  return right && touched <= buffers / 2 ? 0 : 1;
}
