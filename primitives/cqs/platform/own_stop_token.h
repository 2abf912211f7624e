#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <cqs/platform/stop_state.h>

/// The types of `<stop_token>`, for standard libraries without them (libc++ before 20).
namespace cqs::own {

template <class Callback>
class stop_callback;

/// As `std::stop_token`.
class stop_token {
 public:
  stop_token() noexcept = default;

  [[nodiscard]] bool stop_requested() const noexcept { return _state != nullptr && _state->stop_requested(); }
  [[nodiscard]] bool stop_possible() const noexcept { return _state != nullptr && _state->stop_possible(); }
  void swap(stop_token& other) noexcept { _state.swap(other._state); }

  friend void swap(stop_token& a, stop_token& b) noexcept { a.swap(b); }
  friend bool operator==(const stop_token&, const stop_token&) noexcept = default;

 private:
  friend class stop_source;
  template <class Callback>
  friend class stop_callback;

  explicit stop_token(std::shared_ptr<cqs::detail::stop_state> state) noexcept : _state(std::move(state)) {}

  std::shared_ptr<cqs::detail::stop_state> _state;
};

/// As `std::nostopstate_t`.
struct nostopstate_t {
  explicit nostopstate_t() = default;
};
inline constexpr nostopstate_t nostopstate{};

/// As `std::stop_source`.
class stop_source {
 public:
  stop_source() : _state(std::make_shared<cqs::detail::stop_state>()) { count(); }
  explicit stop_source(nostopstate_t /*none*/) noexcept {}
  stop_source(const stop_source& other) noexcept : _state(other._state) { count(); }
  stop_source(stop_source&& other) noexcept = default;
  stop_source& operator=(stop_source other) noexcept {
    swap(other);
    return *this;
  }
  ~stop_source() {
    if (_state != nullptr) {
      _state->remove_source();
    }
  }

  [[nodiscard]] stop_token get_token() const noexcept { return stop_token(_state); }
  [[nodiscard]] bool stop_possible() const noexcept { return _state != nullptr; }
  [[nodiscard]] bool stop_requested() const noexcept { return _state != nullptr && _state->stop_requested(); }
  bool request_stop() noexcept {
    const auto kept = _state;  // a callback may destroy this source
    return kept != nullptr && kept->request_stop();
  }
  void swap(stop_source& other) noexcept { _state.swap(other._state); }

  friend void swap(stop_source& a, stop_source& b) noexcept { a.swap(b); }
  friend bool operator==(const stop_source&, const stop_source&) noexcept = default;

 private:
  void count() noexcept {
    if (_state != nullptr) {
      _state->add_source();
    }
  }

  std::shared_ptr<cqs::detail::stop_state> _state;
};

/// As `std::stop_callback`.
template <class Callback>
class [[nodiscard]] stop_callback : private cqs::detail::stop_callback_link {
 public:
  using callback_type = Callback;

  template <class C>
  requires std::is_constructible_v<Callback, C>
  explicit stop_callback(stop_token token,
                         C&& callback) noexcept(std::is_nothrow_constructible_v<Callback, C>)
      : cqs::detail::stop_callback_link{.call = &run},
        _callback(std::forward<C>(callback)),
        _state(std::move(token._state)) {
    if (_state != nullptr) {
      _state->attach(*this);
    }
  }
  stop_callback(const stop_callback&) = delete;
  stop_callback& operator=(const stop_callback&) = delete;
  ~stop_callback() {
    if (_state != nullptr) {
      _state->detach(*this);
    }
  }

 private:
  static void run(cqs::detail::stop_callback_link& self) noexcept {
    std::forward<Callback>(static_cast<stop_callback&>(self)._callback)();
  }

  Callback _callback;
  std::shared_ptr<cqs::detail::stop_state> _state;
};

template <class Callback>
stop_callback(stop_token, Callback) -> stop_callback<Callback>;

}  // namespace cqs::own
