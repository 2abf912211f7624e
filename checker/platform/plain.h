#pragma once

#include <type_traits>
#include <utility>

#include <checker/engine/execution.h>

namespace cqs::check {

/// Shared data that other accesses must order. The checker checks every access against the declared memory
/// orders. No access is a step, because race-free data looks the same in every interleaving.
template <class T>
class alignas(alignof(T) < 4 ? 4 : alignof(T)) plain {
 public:
  constexpr plain(site where = site::current()) { construct(where); }
  constexpr explicit plain(T value, site where = site::current()) : _value(std::move(value)) {
    construct(where);
  }

  constexpr ~plain() {
    if (!std::is_constant_evaluated()) {
      if (execution* const now = execution::active()) {
        now->destruct(this);
      }
    }
  }

  plain(const plain&) = delete;
  plain& operator=(const plain&) = delete;

  const T& read(site where = site::current()) const noexcept {
    if (execution* const now = execution::active()) {
      now->read_plain(this, where);
    }
    return _value;
  }

  T& write(site where = site::current()) noexcept {
    if (execution* const now = execution::active()) {
      now->write_plain(this, where);
    }
    return _value;
  }

 private:
  constexpr void construct(site where) noexcept {
    if (!std::is_constant_evaluated()) {
      if (execution* const now = execution::active()) {
        now->construct(this, location_kind::plain, 0, where);
      }
    }
  }

  T _value{};
};

}  // namespace cqs::check
