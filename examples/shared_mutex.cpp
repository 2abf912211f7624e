// A routing table that many threads read and one thread sometimes replaces. The shared mutex is fair, so
// readers cannot starve a reload. A stop token can cancel a reload that still waits.

#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include <cqs/shared_mutex.h>

class routing_table {
 public:
  /// Returns the version of the table, or -1 if the table is inconsistent.
  int look_up() const {
    const std::shared_lock lock(_mutex);
    for (const int route : _routes) {
      if (route != _routes.front()) {
        return -1;
      }
    }
    return _routes.front();
  }

  /// Returns false if `stop` ended the wait; then the table is unchanged.
  bool reload(int version, std::stop_token stop) {
    if (!_mutex.lock(std::move(stop))) {
      return false;
    }
    const std::lock_guard guard(_mutex, std::adopt_lock);
    _routes.fill(version);
    return true;
  }

  /// Runs `inspect` while no reload can happen.
  template <class Inspect>
  void inspect(Inspect inspect) const {
    const std::shared_lock lock(_mutex);
    inspect();
  }

 private:
  mutable cqs::shared_mutex _mutex;
  std::array<int, 64> _routes{};
};

int main() {
  constexpr int reloads = 50;
  routing_table table;
  std::atomic<bool> done = false;
  std::atomic<int> torn = 0;
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i) {
      readers.emplace_back([&] {
        while (!done) {
          torn += table.look_up() == -1;
        }
      });
    }
    for (int version = 1; version <= reloads; ++version) {
      table.reload(version, {});
    }
    done = true;
  }

  // A reload waits while the table is inspected. The stop request ends its wait.
  bool reloaded_after_stop = true;
  table.inspect([&] {
    std::jthread late([&](std::stop_token stop) { reloaded_after_stop = table.reload(-2, stop); });
    late.request_stop();
  });

  std::printf("version %d after %d reloads, %d torn reads; late reload: %s\n", table.look_up(), reloads,
              torn.load(), reloaded_after_stop ? "done" : "cancelled");
  return table.look_up() == reloads && torn == 0 && !reloaded_after_stop ? 0 : 1;
}
