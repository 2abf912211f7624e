#pragma once

#include <cstddef>

#include <cqs/detail/unit.h>
#include <cqs/options.h>
#include <cqs/platform/platform.h>
#include <cqs/synchronizer.h>

namespace cqs::detail {

/// The cowns that one cown has muted. They wait in a CQS, as threads do elsewhere: to mute is to suspend, to unmute
/// is to resume, and a cown whose priority rises cancels. The caller holds the runtime's guard.
template <class Cown, platform Platform>
class mute_set {
  using queue_type = synchronizer<unit, options{.segment_size = 4}, Platform>;
  using waiter_type = typename queue_type::waiter_type;

  struct hooks {
    mute_set& set;
    bool on_cancellation(waiter_type& /*waiter*/) const noexcept {
      --set._size;
      return true;  // under the guard, no resume is on its way
    }
    void complete_refused_resume(unit /*value*/) const noexcept {}
  };

 public:
  /// The membership of a cown in a set.
  class membership : public waiter_type {
   public:
    explicit membership(Cown& cown) noexcept : waiter_type(&wake), _cown(cown) {}

   private:
    friend mute_set;

    static void wake(waiter_type& waiter) noexcept {
      auto& self = static_cast<membership&>(waiter);
      self.take_result();
      self._set->_queue.settle(self);
      self._cown.unmuted();
    }

    Cown& _cown;
    mute_set* _set = nullptr;
  };

  bool empty() const noexcept { return _size == 0; }

  void add(membership& member) {
    member._set = this;
    _queue.suspend(member, hooks{*this});
    _queue.request_wake(member);
    ++_size;
  }

  void remove(membership& member) noexcept { _queue.cancel(member, hooks{*this}); }

  void release_all() noexcept {
    const std::size_t all = _size;
    _size = 0;
    _queue.resume_all(all, hooks{*this});
  }

 private:
  queue_type _queue;
  std::size_t _size = 0;
};

}  // namespace cqs::detail
