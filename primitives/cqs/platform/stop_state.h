#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

namespace cqs::detail {

/// A callback that waits for a stop request: a link of the list in `stop_state`.
struct stop_callback_link {
  void (*call)(stop_callback_link& self) noexcept;
  stop_callback_link* next = nullptr;
  stop_callback_link* prev = nullptr;
  bool is_listed = false;
};

/// What a stop source, its tokens and its callbacks share. A mutex guards all of it: this is for standard libraries
/// without stop tokens, and stop requests are rare.
class stop_state {
 public:
  bool stop_requested() const noexcept {
    const std::lock_guard locked(_mutex);
    return _is_requested;
  }

  bool stop_possible() const noexcept {
    const std::lock_guard locked(_mutex);
    return _is_requested || _sources > 0;
  }

  void add_source() noexcept {
    const std::lock_guard locked(_mutex);
    ++_sources;
  }
  void remove_source() noexcept {
    const std::lock_guard locked(_mutex);
    --_sources;
  }

  /// Runs the callbacks in the calling thread. Returns false if stop was requested before.
  bool request_stop() noexcept {
    std::unique_lock locked(_mutex);
    if (_is_requested) {
      return false;
    }
    _is_requested = true;
    _requester = std::this_thread::get_id();
    while (_first != nullptr) {
      stop_callback_link& callback = *_first;
      unlist(callback);
      _running = &callback;
      locked.unlock();
      callback.call(callback);  // it may end its own life
      locked.lock();
      _running = nullptr;
      _callback_ended.notify_all();
    }
    return true;
  }

  /// Runs the callback at once if stop was requested before.
  void attach(stop_callback_link& callback) noexcept {
    {
      const std::lock_guard locked(_mutex);
      if (!_is_requested) {
        list(callback);
        return;
      }
    }
    callback.call(callback);
  }

  /// Returns when the callback does not run, and will not; unless the callback itself makes this call.
  void detach(stop_callback_link& callback) noexcept {
    std::unique_lock locked(_mutex);
    if (callback.is_listed) {
      unlist(callback);
    } else if (_running == &callback) {
      if (_requester == std::this_thread::get_id()) {
        _running = nullptr;
      } else {
        _callback_ended.wait(locked, [this, &callback] { return _running != &callback; });
      }
    }
  }

 private:
  void list(stop_callback_link& callback) noexcept {
    callback.is_listed = true;
    callback.next = _first;
    if (_first != nullptr) {
      _first->prev = &callback;
    }
    _first = &callback;
  }
  void unlist(stop_callback_link& callback) noexcept {
    callback.is_listed = false;
    (callback.prev == nullptr ? _first : callback.prev->next) = callback.next;
    if (callback.next != nullptr) {
      callback.next->prev = callback.prev;
    }
  }

  mutable std::mutex _mutex;
  std::condition_variable _callback_ended;
  stop_callback_link* _first = nullptr;
  const stop_callback_link* _running = nullptr;
  std::thread::id _requester;
  std::size_t _sources = 0;
  bool _is_requested = false;
};

}  // namespace cqs::detail
