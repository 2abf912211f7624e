#pragma once

#include <type_traits>
#include <utility>

#include <checker/platform/plain.h>
#include <checker/platform/stop_state.h>

namespace cqs::check {

template <class Callback>
class stop_callback;

/// Like `std::stop_token`.
class stop_token {
 public:
  stop_token() noexcept = default;

  [[nodiscard]] bool stop_requested(site where = site::current()) const noexcept {
    return _state != nullptr && _state->stop_requested(where);
  }
  [[nodiscard]] bool stop_possible() const noexcept { return _state != nullptr; }

  friend bool operator==(const stop_token&, const stop_token&) noexcept = default;

 private:
  explicit stop_token(stop_state* state) noexcept : _state(state) {}

  stop_state* _state = nullptr;

  friend class stop_source;
  template <class Callback>
  friend class stop_callback;
};

/// Like `std::stop_source`. It lives in the world of a scenario or on a thread's stack.
class stop_source {
 public:
  stop_source() : _state(stop_state::make()) {}

  [[nodiscard]] stop_token get_token() const noexcept { return stop_token(_state); }
  [[nodiscard]] bool stop_requested(site where = site::current()) const noexcept {
    return _state->stop_requested(where);
  }
  bool request_stop(site where = site::current()) noexcept { return _state->request_stop(where); }

 private:
  stop_state* _state = nullptr;
};

/// Like `std::stop_callback`.
template <class Callback>
class stop_callback : private stop_callback_base {
 public:
  using callback_type = Callback;

  template <class C>
  requires std::is_constructible_v<Callback, C>
  explicit stop_callback(const stop_token& token, C&& callback, site where = site::current())
      : stop_callback_base([](stop_callback_base* self) noexcept {
          std::forward<Callback>(static_cast<stop_callback*>(self)->_callback)();
        }),
        _callback(std::forward<C>(callback)),
        _state(token._state) {
    if (_state != nullptr) {
      _state->attach(*this, where);
    }
    _constructed.write(where) = true;
  }

  ~stop_callback() {
    _constructed.write();
    if (_state != nullptr) {
      _state->detach(*this);
    }
  }

  stop_callback(const stop_callback&) = delete;
  stop_callback& operator=(const stop_callback&) = delete;

 private:
  Callback _callback;
  stop_state* _state = nullptr;
  /// Written after the callback may have run. A thread that destroys this object must see its whole construction.
  plain<bool> _constructed;
};

template <class Callback>
stop_callback(stop_token, Callback) -> stop_callback<Callback>;

}  // namespace cqs::check
