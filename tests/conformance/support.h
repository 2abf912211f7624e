#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

/// The helpers of all conformance tests. No test expects any speed.
namespace conformance {

using namespace std::chrono_literals;

/// A wait of this length means a hang.
constexpr auto watchdog = 60s;
/// The time for which a test watches that a forbidden event does not happen. A correct implementation passes
/// with any value; a greater value catches more errors.
constexpr auto moment = 10ms;

/// A thread that its destructor joins: the part of `std::jthread` that the tests need. With the address
/// sanitizer, g++ 12 warns that the stop token of `std::jthread` is uninitialized.
class joining_thread {
 public:
  template <class Body>
  explicit joining_thread(Body body) : _thread(std::move(body)) {}
  joining_thread(joining_thread&&) noexcept = default;
  joining_thread& operator=(joining_thread&&) = delete;
  ~joining_thread() {
    if (_thread.joinable()) {
      _thread.join();
    }
  }

  void join() { _thread.join(); }

 private:
  std::thread _thread;
};

/// Polls until the condition holds; returns false on a timeout.
template <class Condition>
bool eventually(const Condition& condition) {
  const auto deadline = std::chrono::steady_clock::now() + watchdog;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= deadline) {
      return false;
    }
    std::this_thread::sleep_for(100us);
  }
  return true;
}

/// Calls `body(0)`, …, `body(count - 1)`, each in its own thread, and waits for all of them.
template <class Body>
void in_threads(int count, const Body& body) {
  std::vector<joining_thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&body, i] { body(i); });
  }
}

/// Returns the result of `body` in another thread.
template <class Body>
auto in_another_thread(const Body& body) {
  decltype(body()) result{};
  joining_thread([&] { result = body(); }).join();
  return result;
}

template <class T>
concept stays_in_place = !std::is_copy_constructible_v<T> && !std::is_move_constructible_v<T> &&
                         !std::is_copy_assignable_v<T> && !std::is_move_assignable_v<T>;

template <class M>
concept lockable = requires(M& m) {
  { m.lock() } -> std::same_as<void>;
  { m.try_lock() } -> std::same_as<bool>;
  { m.unlock() } -> std::same_as<void>;
};

template <class M>
concept timed_lockable = lockable<M> && requires(M& m, std::chrono::steady_clock::time_point steady,
                                                 std::chrono::system_clock::time_point system) {
  { m.try_lock_for(1ms) } -> std::same_as<bool>;
  { m.try_lock_for(std::chrono::duration<double>(0.5)) } -> std::same_as<bool>;
  { m.try_lock_until(steady) } -> std::same_as<bool>;
  { m.try_lock_until(system) } -> std::same_as<bool>;
};

template <class M>
concept shared_lockable = requires(M& m) {
  { m.lock_shared() } -> std::same_as<void>;
  { m.try_lock_shared() } -> std::same_as<bool>;
  { m.unlock_shared() } -> std::same_as<void>;
};

template <class M>
concept shared_timed_lockable = shared_lockable<M> &&
    requires(M& m, std::chrono::steady_clock::time_point steady,
             std::chrono::system_clock::time_point system) {
  { m.try_lock_shared_for(1ms) } -> std::same_as<bool>;
  { m.try_lock_shared_for(std::chrono::duration<double>(0.5)) } -> std::same_as<bool>;
  { m.try_lock_shared_until(steady) } -> std::same_as<bool>;
  { m.try_lock_shared_until(system) } -> std::same_as<bool>;
};

}  // namespace conformance
