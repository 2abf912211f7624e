#pragma once

#include <cstddef>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace cqs::tests {

/// Sends stop requests to the waits of a team, repeatedly, at times that are independent of the waits.
class stop_requester {
 public:
  explicit stop_requester(std::size_t members) : _sources(members) {
    _thread = std::jthread([this](const std::stop_token& end) {
      for (std::size_t i = 0; !end.stop_requested(); i = (i + 1) % _sources.size()) {
        source_of(i).request_stop();
        std::this_thread::yield();
      }
    });
  }

  /// The stop token for one wait of a member.
  std::stop_token fresh_token(std::size_t member) {
    const std::lock_guard guard(_lock);
    _sources[member] = std::stop_source();
    return _sources[member].get_token();
  }

 private:
  std::stop_source source_of(std::size_t member) {
    const std::lock_guard guard(_lock);
    return _sources[member];
  }

  std::mutex _lock;
  std::vector<std::stop_source> _sources;
  std::jthread _thread;
};

}  // namespace cqs::tests
