#pragma once

#include <cstddef>
#include <cstdint>

#include <cqs/detail/mute_set.h>
#include <cqs/platform/native.h>

namespace cqs {

template <platform Platform>
class basic_cown_runtime;
template <platform Platform>
class basic_behaviour;

/// A concurrent owner: what it stands for is used only by behaviours that were scheduled over it, one at a time. What
/// that is, is the user's; the cown itself is its place in the protocol. Ends after its runtime has been drained.
///
/// | priority | meaning                                                                                  |
/// |----------|------------------------------------------------------------------------------------------|
/// | high     | it is overloaded, or waited for by one that is: never muted                               |
/// | normal   |                                                                                          |
/// | low      | it is muted: it has sent to an overloaded cown, and is not run until that has caught up    |
template <platform Platform>
class basic_cown {
 public:
  explicit basic_cown(basic_cown_runtime<Platform>& runtime) noexcept
      : _runtime(runtime), _number(runtime.next_number()), _membership(*this) {}
  basic_cown(const basic_cown&) = delete;
  basic_cown& operator=(const basic_cown&) = delete;

 private:
  using behaviour = basic_behaviour<Platform>;
  using mute_set = detail::mute_set<basic_cown, Platform>;
  friend basic_cown_runtime<Platform>;
  friend behaviour;
  friend mute_set;

  enum class priority : std::int8_t { low = -1, normal = 0, high = 1 };

  void unmuted() noexcept { _runtime.unmuted(*this); }

  basic_cown_runtime<Platform>& _runtime;
  std::uint64_t _number;  ///< behaviours acquire in this order

  // Guarded by the runtime.
  behaviour* _first = nullptr;
  behaviour* _last = nullptr;
  std::size_t _length = 0;
  bool _scheduled = true;  ///< neither acquired by a behaviour that waits for more, nor muted
  bool _running = false;
  bool _ready = false;  ///< stands in the list of those that a worker may step
  basic_cown* _next_ready = nullptr;
  basic_cown* _blocker = nullptr;  ///< that the behaviour which has acquired it waits for
  priority _priority = priority::normal;
  mute_set _mutes;  ///< those that it has muted
  basic_cown* _muted_by = nullptr;
  typename mute_set::membership _membership;
};

using cown = basic_cown<native>;

}  // namespace cqs
