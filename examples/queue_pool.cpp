// A pool of two database connections that many clients share. A client that gets no connection in time
// reports this instead of waiting forever. The pool hands out the connections in turn, so none of them goes
// stale.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <cqs/queue_pool.h>

using namespace std::chrono_literals;

struct connection {
  int queries = 0;
};

using connection_pool = cqs::queue_pool<std::unique_ptr<connection>>;

/// Owns a connection and puts it back in its destructor.
class lease {
 public:
  /// Returns nothing if no connection becomes free in time.
  static std::optional<lease> from(connection_pool& pool, std::chrono::milliseconds patience) {
    if (auto taken = pool.take_for(patience)) {
      return lease(pool, std::move(*taken));
    }
    return std::nullopt;
  }

  lease(lease&&) noexcept = default;
  lease& operator=(lease&&) = delete;
  ~lease() {
    if (_connection) {
      _pool.put(std::move(_connection));
    }
  }

  connection& operator*() const { return *_connection; }

 private:
  lease(connection_pool& pool, std::unique_ptr<connection> taken)
      : _pool(pool), _connection(std::move(taken)) {}

  connection_pool& _pool;
  std::unique_ptr<connection> _connection;
};

int main() {
  connection_pool pool;
  pool.put(std::make_unique<connection>());
  pool.put(std::make_unique<connection>());

  // Both connections are in use: a third client times out.
  bool refused = false;
  {
    const auto first = lease::from(pool, 0ms);
    const auto second = lease::from(pool, 0ms);
    refused = first && second && !lease::from(pool, 5ms);
  }

  std::atomic<int> answered = 0;
  {
    std::vector<std::jthread> clients;
    for (int i = 0; i < 6; ++i) {
      clients.emplace_back([&] {
        for (int query = 0; query < 50; ++query) {
          if (const auto leased = lease::from(pool, 30'000ms)) {
            ++(**leased).queries;
            ++answered;
          }
        }
      });
    }
  }

  int counted = 0;
  while (const auto c = pool.try_take()) {
    counted += (*c)->queries;
  }
  std::printf("a client without a connection %s; %d queries answered, %d counted by the connections\n",
              refused ? "gave up" : "got one", answered.load(), counted);
  return refused && answered == 300 && counted == 300 ? 0 : 1;
}
