#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <random>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace cqs::tests {

/// Sends stop requests to the waits of a team, repeatedly, at times that are independent of the waits.
class nagger {
 public:
  explicit nagger(std::size_t members) : _sources(members) {
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

/// The waits of one member, each of a random kind: without limit, until a near deadline, or until a stop
/// request.
class impatience {
 public:
  impatience(nagger& nag, std::size_t member, std::uint64_t seed = 0)
      : _nag(nag), _member(member), _random(seed * 1'000 + member) {}

  template <class ForEver, class WithTimeout, class WithToken>
  auto wait(ForEver&& for_ever, WithTimeout&& with_timeout, WithToken&& with_token) {
    switch (_random() % 4) {
      case 0:
        return for_ever();
      case 1:
        return with_timeout(std::chrono::nanoseconds(1));
      case 2:
        return with_timeout(std::chrono::microseconds(_random() % 60));
      default:
        return with_token(_nag.fresh_token(_member));
    }
  }

  bool one_in(std::uint64_t n) { return _random() % n == 0; }

 private:
  nagger& _nag;
  std::size_t _member;
  std::mt19937_64 _random;
};

}  // namespace cqs::tests
