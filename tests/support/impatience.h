#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>

#include "tests/support/stop_requester.h"

namespace cqs::tests {

/// The waits of one member, each of a random kind: without limit, until a near deadline, or until a stop
/// request.
class impatience {
 public:
  impatience(stop_requester& stops, std::size_t member, std::uint64_t seed = 0)
      : _stops(stops), _member(member), _random(seed * 1'000 + member) {}

  template <class Unlimited, class WithTimeout, class WithToken>
  auto wait(Unlimited&& unlimited, WithTimeout&& with_timeout, WithToken&& with_token) {
    switch (_random() % 4) {
      case 0:
        return unlimited();
      case 1:
        return with_timeout(std::chrono::nanoseconds(1));
      case 2:
        return with_timeout(std::chrono::microseconds(_random() % 60));
      default:
        return with_token(_stops.fresh_token(_member));
    }
  }

  bool one_in(std::uint64_t n) { return _random() % n == 0; }

 private:
  stop_requester& _stops;
  std::size_t _member;
  std::mt19937_64 _random;
};

}  // namespace cqs::tests
