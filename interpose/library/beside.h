#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "interpose/library/header.h"
#include "interpose/library/interposed.h"

namespace cqs::interpose {

/// An object of the program that does not hold its lock, but the address of the lock. `Before` bytes in front are for
/// marks of glibc, which say that the object belongs to it; they are zero in an object of this library.
template <class Lock, class Posix, std::size_t Before>
class beside {
 public:
  static beside& in(Posix* given) noexcept { return *reinterpret_cast<beside*>(given); }

  bool is_ready() const noexcept { return _header.is_ready(); }
  bool is_marked() const noexcept { return _header.is_marked(); }
  Lock& lock() noexcept { return *_lock; }

  template <class... Args>
  void construct(Args... args) noexcept {
    std::memset(static_cast<void*>(this), 0, sizeof(*this));
    _lock = interposed::create<Lock>(args...);
    _header.set_ready(0);
  }

  /// `make(old)` gets the lock of the parent process in a child of `fork`, and null in a new object.
  template <class Make>
  void make_ready(Make make) noexcept {
    _header.make_ready([&](header::word before) {
      _lock = make(before == 0 ? nullptr : _lock);
      return header::word{0};
    });
  }

  void destroy() noexcept {
    interposed::destroy(_lock);
    std::memset(static_cast<void*>(this), 0, sizeof(*this));
  }

 private:
  std::byte _before[Before];
  header _header;
  Lock* _lock;
  std::byte _unused[sizeof(Posix) - (Before + sizeof(header) + 7) / 8 * 8 - sizeof(Lock*)];
};

}  // namespace cqs::interpose
