#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

#include <cqs/request.h>
#include <workloads/coroutines/task.h>

namespace cqs::tests {

/// A place in a queue that a request holds.
template <class Request>
class requested_place {
 public:
  template <class Make>
  explicit requested_place(Make make) : _request(make()) {}

  void cancel() { _request.cancel(); }
  request_status status() { return _request.status(); }
  auto get() { return _request.get(); }

 private:
  Request _request;
};

/// A place in a queue that a coroutine holds.
template <class Result>
class awaited_place {
 public:
  template <class Make>
  explicit awaited_place(Make make) : _task(wait(make)) {
    _task.coroutine().resume();
  }

  void cancel() { _stop.request_stop(); }
  request_status status() const {
    if (!_task.done()) {
      return request_status::waiting;
    }
    return *_result ? request_status::granted : request_status::cancelled;
  }
  auto get() {
    if constexpr (!std::is_same_v<Result, bool>) {
      return std::move(**_result);
    }
  }

 private:
  template <class Make>
  workloads::task wait(Make make) {
    _result.emplace(co_await make(_stop.get_token()));
  }

  std::stop_source _stop;
  std::optional<Result> _result;
  workloads::task _task;  // destroyed first
};

/// The kinds of waiters, for tests that run with all of them. Each function enqueues without blocking.
struct by_request {
  template <class Make>
  static auto place(Make make) {
    return std::make_unique<requested_place<decltype(make())>>(make);
  }
  static auto acquire(auto& semaphore) {
    return place([&semaphore] { return semaphore.acquire_request(); });
  }
  static auto wait(auto& latch) {
    return place([&latch] { return latch.wait_request(); });
  }
  static auto take(auto& pool) {
    return place([&pool] { return pool.take_request(); });
  }
  static auto lock(auto& mutex) {
    return place([&mutex] { return mutex.lock_request(); });
  }
  static auto lock_shared(auto& mutex) {
    return place([&mutex] { return mutex.lock_shared_request(); });
  }
};

struct by_coroutine {
  template <class Make>
  static auto place(Make make) {
    using awaiter = decltype(make(std::stop_token()).operator co_await());
    return std::make_unique<awaited_place<decltype(std::declval<awaiter&>().await_resume())>>(make);
  }
  static auto acquire(auto& semaphore) {
    return place([&semaphore](auto stop) { return semaphore.async_acquire(stop); });
  }
  static auto wait(auto& latch) {
    return place([&latch](auto stop) { return latch.async_wait(stop); });
  }
  static auto take(auto& pool) {
    return place([&pool](auto stop) { return pool.async_take(stop); });
  }
  static auto lock(auto& mutex) {
    return place([&mutex](auto stop) { return mutex.async_lock(stop); });
  }
  static auto lock_shared(auto& mutex) {
    return place([&mutex](auto stop) { return mutex.async_lock_shared(stop); });
  }
};

}  // namespace cqs::tests
