#pragma once

#include <cstddef>
#include <latch>
#include <thread>
#include <vector>

namespace cqs::tests {

/// Runs `member(index)` in `size` threads that begin at the same time. Returns when all have ended.
template <class Member>
void run_team(std::size_t size, Member&& member) {
  std::latch start(static_cast<std::ptrdiff_t>(size));
  std::vector<std::jthread> team;
  for (std::size_t i = 0; i < size; ++i) {
    team.emplace_back([&start, &member, i] {
      start.arrive_and_wait();
      member(i);
    });
  }
}

}  // namespace cqs::tests
