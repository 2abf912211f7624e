#pragma once

#include <utility>

#include "simulator/engine/simulation.h"

namespace cqs::simulator {

/// Shared data that other accesses order. An access costs a load or a store of its first line.
template <class T>
class plain {
 public:
  constexpr plain() = default;
  constexpr explicit plain(T value) : _value(std::move(value)) {}

  const T& read(fibers::site where = fibers::site::current()) const noexcept {
    access(access_kind::load, where);
    return _value;
  }
  T& write(fibers::site where = fibers::site::current()) noexcept {
    access(access_kind::store, where);
    return _value;
  }

 private:
  void access(access_kind kind, fibers::site where) const noexcept {
    if (simulation* const here = simulation::active()) {
      here->finish(here->begin(this, kind, where));
    }
  }

  T _value{};
};

}  // namespace cqs::simulator
