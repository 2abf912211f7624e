#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "baselines/concepts/implementations.h"

/// The helpers of the conformance tests. A check only counts violations; the test requires zero. So other
/// tests can show that the checks detect violations.
namespace cqs::baselines::conformance {

using namespace std::chrono_literals;

/// There are many implementations, and some spin while others should run. So each check has a time limit, not
/// a number of operations.
inline constexpr auto stress_time = 25ms;
inline constexpr std::size_t team_size = 4;

/// Runs `member(index)` in this number of threads.
template <class Member>
void run_team(std::size_t size, Member member) {
  std::vector<std::jthread> team;
  for (std::size_t i = 0; i < size; ++i) {
    team.emplace_back([&member, i] { member(i); });
  }
}

/// The same; a member continues while its second argument is true.
template <class Member>
void stress(Member member) {
  const auto end = std::chrono::steady_clock::now() + stress_time;
  run_team(team_size,
           [&](std::size_t i) { member(i, [end] { return std::chrono::steady_clock::now() < end; }); });
}

/// Threads that arrive one after another: each gets time to enqueue before the next one arrives.
class line {
 public:
  template <class Wait>
  void join(Wait wait) {
    std::atomic<bool> here = false;
    _threads.emplace_back([&here, wait] {
      here.store(true, std::memory_order_release);  // the last access: then it may be destroyed
      wait();
    });
    while (!here.load(std::memory_order_acquire)) {
      std::this_thread::yield();
    }
    std::this_thread::sleep_for(5ms);
  }

  /// Returns when all threads have been served.
  void leave() { _threads.clear(); }

 private:
  std::vector<std::jthread> _threads;
};

/// The served threads, in order; the primitive under test may or may not protect it.
class log {
 public:
  void add(std::size_t who) { _entries.at(_count.fetch_add(1, std::memory_order_acq_rel)).store(who); }
  std::size_t count() const { return _count.load(std::memory_order_acquire); }
  void wait_for_count(std::size_t count) const {
    while (this->count() < count) {
      std::this_thread::yield();
    }
  }
  std::vector<std::size_t> entries() const {
    return {_entries.begin(), _entries.begin() + static_cast<int>(count())};
  }
  bool is_in_order() const {
    const auto all = entries();
    return std::ranges::is_sorted(all);
  }

 private:
  std::atomic<std::size_t> _count = 0;
  std::vector<std::atomic<std::size_t>> _entries = std::vector<std::atomic<std::size_t>>(16);
};

/// A thread may lose its processor between announcing its arrival and entering the queue. So a check of the
/// order has several attempts.
template <class Check>
bool holds_in_one_of_three_tries(Check check) {
  return check() || check() || check();
}

template <class List, template <class> class Predicate>
struct filter;
template <class... T, template <class> class Predicate>
struct filter<type_list<T...>, Predicate> {
  template <class U>
  using if_wanted = std::conditional_t<Predicate<U>::value, type_list<U>, type_list<>>;
  using type = typename baselines::detail::joined<type_list<>, if_wanted<T>...>::type;
};

template <class T>
using is_no_control = std::bool_constant<T::about.waits != waiting::never>;

/// The implementations that must conform, and among them those with more capabilities.
template <class Implementations>
using conforming = typename filter<typename Implementations::built, is_no_control>::type;
template <class Implementations, template <class> class Predicate>
using claiming = typename filter<conforming<Implementations>, Predicate>::type;

template <class List>
using test_types = typename List::template as<testing::Types>;

struct type_names {
  template <class T>
  static std::string GetName(int /*index*/) {
    std::string name(T::about.name);
    std::ranges::replace(name, '.', '_');
    return name;
  }
};

}  // namespace cqs::baselines::conformance
