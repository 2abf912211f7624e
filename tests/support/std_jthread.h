#pragma once

/// For tests with a standard library that lacks `std::jthread` and stop tokens. scripts/portability includes this
/// header before every test; the tests then use the library's own stop tokens by the names of std. CMake's own tests of
/// the compiler use an older standard.
#if __cplusplus >= 202002L

#include <version>

#if !defined(__cpp_lib_jthread)

#include <thread>
#include <type_traits>
#include <utility>

#include <cqs/platform/stop_token.h>

// NOLINTBEGIN(cert-dcl58-cpp): tests alone put names into std
namespace std {

using cqs::nostopstate;
using cqs::nostopstate_t;
using cqs::stop_callback;
using cqs::stop_source;
using cqs::stop_token;

/// The part of `std::jthread` that the tests use.
class jthread {
 public:
  using id = thread::id;

  jthread() noexcept : _source(nostopstate) {}
  template <class Body, class... Args>
  requires(!is_same_v<remove_cvref_t<Body>, jthread>) explicit jthread(Body&& body, Args&&... args)
      : _source(),
        _thread(start(_source.get_token(), std::forward<Body>(body), std::forward<Args>(args)...)) {}
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    jthread(std::move(other)).swap(*this);
    return *this;
  }
  ~jthread() {
    if (joinable()) {
      request_stop();
      join();
    }
  }

  void swap(jthread& other) noexcept {
    _source.swap(other._source);
    _thread.swap(other._thread);
  }
  bool joinable() const noexcept { return _thread.joinable(); }
  void join() { _thread.join(); }
  void detach() { _thread.detach(); }
  id get_id() const noexcept { return _thread.get_id(); }
  auto native_handle() { return _thread.native_handle(); }
  stop_source get_stop_source() noexcept { return _source; }
  stop_token get_stop_token() const noexcept { return _source.get_token(); }
  bool request_stop() noexcept { return _source.request_stop(); }

 private:
  template <class Body, class... Args>
  static thread start(stop_token token, Body&& body, Args&&... args) {
    if constexpr (is_invocable_v<decay_t<Body>, stop_token, decay_t<Args>...>) {
      return thread(std::forward<Body>(body), std::move(token), std::forward<Args>(args)...);
    } else {
      return thread(std::forward<Body>(body), std::forward<Args>(args)...);
    }
  }

  stop_source _source;
  thread _thread;
};

}  // namespace std
// NOLINTEND(cert-dcl58-cpp)

#endif

#endif
