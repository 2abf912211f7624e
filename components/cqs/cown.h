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

/// A concurrent owner of data: only behaviours that were scheduled over the cown use the data, one at a time. The user
/// keeps the data; the cown is its representative in the protocol. Drain the runtime before you destroy a cown.
///
/// | priority | meaning                                                                                      |
/// |----------|----------------------------------------------------------------------------------------------|
/// | high     | the cown is overloaded, or an overloaded cown waits for it: never muted                      |
/// | normal   |                                                                                              |
/// | low      | the cown is muted: it has sent to an overloaded cown, and must wait until that has caught up |
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
  std::uint64_t _number;  ///< behaviours acquire cowns in this order

  // The runtime's lock guards the rest.
  behaviour* _first = nullptr;
  behaviour* _last = nullptr;
  std::size_t _length = 0;
  bool _scheduled = true;  ///< neither acquired by a behaviour that waits for more, nor muted
  bool _running = false;
  bool _ready = false;  ///< in the list of cowns that a worker may step
  basic_cown* _next_ready = nullptr;
  basic_cown* _blocker = nullptr;  ///< the behaviour that has acquired this cown waits for that one
  priority _priority = priority::normal;
  mute_set _mutes;  ///< the cowns that this one has muted
  basic_cown* _muted_by = nullptr;
  typename mute_set::membership _membership;
};

using cown = basic_cown<native>;

}  // namespace cqs
