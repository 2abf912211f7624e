#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <span>
#include <utility>

#include <cqs/cown.h>
#include <cqs/platform/native.h>

namespace cqs {

/// A function and its cowns. The runtime runs the function when the behaviour has acquired all its cowns; meanwhile no
/// other behaviour uses them. The function's argument is the behaviour itself, to schedule others.
template <platform Platform>
class basic_behaviour {
 public:
  using cown = basic_cown<Platform>;
  using function = std::function<void(basic_behaviour&)>;
  /// The largest number of cowns of one behaviour.
  static constexpr std::size_t most_cowns = 8;

  basic_behaviour(function f, std::span<cown* const> cowns);

  /// As `cown_runtime::when`, on behalf of this behaviour. Under `overload_policy::mute` the call never waits, but the
  /// behaviour's cowns may be muted when it ends.
  bool when(function f, std::initializer_list<cown*> cowns) {
    return _cowns[0]->_runtime.schedule(this, std::move(f), std::span(cowns.begin(), cowns.size()));
  }

 private:
  friend basic_cown_runtime<Platform>;

  std::span<cown* const> cowns() const noexcept { return {_cowns.data(), _count}; }
  bool has(const cown& c) const noexcept { return std::ranges::find(cowns(), &c) != cowns().end(); }
  cown& last() const noexcept { return *_cowns[_count - 1]; }
  /// Returns the cown that the behaviour acquires after `c`.
  cown& after(const cown& c) const noexcept { return **(std::ranges::find(cowns(), &c) + 1); }

  function _function;
  std::array<cown*, most_cowns> _cowns{};  ///< in the order of their numbers
  std::size_t _count = 0;
  basic_behaviour* _next = nullptr;
  cown* _mutor = nullptr;  ///< the overloaded cown to which the behaviour has sent
};

template <platform Platform>
basic_behaviour<Platform>::basic_behaviour(function f, std::span<cown* const> cowns)
    : _function(std::move(f)) {
  std::ranges::copy(cowns, _cowns.begin());
  const auto begin = _cowns.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(cowns.size());
  std::sort(begin, end, [](const cown* a, const cown* b) { return a->_number < b->_number; });
  _count = static_cast<std::size_t>(std::unique(begin, end) - begin);
}

using behaviour = basic_behaviour<native>;

}  // namespace cqs
