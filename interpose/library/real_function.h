#pragma once

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace cqs::interpose {

template <class Signature>
class real_function;

/// A function of glibc that this library hides. It is looked up at its first call, since programs call it before any
/// constructor of this library has run.
template <class Result, class... Args>
class real_function<Result(Args...)> {
 public:
  constexpr explicit real_function(const char* name) noexcept : _name(name) {}

  Result operator()(Args... args) { return address()(args...); }

 private:
  using pointer = Result (*)(Args...);

  pointer address() {
    // relaxed: every thread finds the same address.
    void* found = _address.load(std::memory_order_relaxed);
    if (found == nullptr) [[unlikely]] {
      found = look_up();
      _address.store(found, std::memory_order_relaxed);
    }
    return reinterpret_cast<pointer>(found);
  }

  /// glibc keeps an older condition variable under the same names; `dlsym` would find that one.
  [[gnu::cold]] void* look_up() const {
    void* found = dlvsym(RTLD_NEXT, _name, "GLIBC_2.3.2");
    if (found == nullptr) {
      found = dlsym(RTLD_NEXT, _name);
    }
    if (found == nullptr) {
      std::fprintf(stderr, "libcqs-interpose: the C library has no function %s\n", _name);
      std::abort();
    }
    return found;
  }

  const char* const _name;
  std::atomic<void*> _address{nullptr};
};

}  // namespace cqs::interpose
