#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "harness/machine/thread_usage.h"
#include "harness/team/team_result.h"

namespace cqs::harness {

/// One thread of a team, and what is left of it when it has ended.
template <class Member>
struct basic_team_slot {
  using clock = typename Member::clock;

  std::unique_ptr<Member> member;
  typename clock::time_point begin;
  typename clock::time_point end;
  thread_usage before;
  thread_usage after;
  std::exception_ptr failure;
};

template <class Member>
team_result collect(const std::vector<basic_team_slot<Member>>& slots) {
  using clock = typename Member::clock;
  team_result result;
  auto first_begin = slots.front().begin;
  auto last_begin = first_begin;
  auto first_end = slots.front().end;
  auto last_end = first_end;
  for (const auto& s : slots) {
    first_begin = std::min(first_begin, s.begin);
    last_begin = std::max(last_begin, s.begin);
    first_end = std::min(first_end, s.end);
    last_end = std::max(last_end, s.end);
    result.operations.push_back(s.member->operations());
    result.waits.merge(s.member->waits());
    result.aborts.merge(s.member->aborts());
    result.order.merge(s.member->order());
    result.discarded.push_back(s.member->operations() - s.member->measured());
    result.usage.add(s.before, s.after);
  }
  const auto nanoseconds = [](typename clock::duration d) {
    return std::chrono::duration<double, std::nano>(std::max(d, clock::duration::zero())).count();
  };
  result.span_ns = nanoseconds(last_end - first_begin);
  result.window_ns = nanoseconds(first_end - last_begin);
  return result;
}

}  // namespace cqs::harness
