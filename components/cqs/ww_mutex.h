#pragma once

#include <mutex>

#include <cqs/detail/pools/permits.h>
#include <cqs/detail/queue/list_lock.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/ww_domain.h>

namespace cqs {

template <options Options, platform Platform>
class basic_ww_transaction;

/// A mutex that transactions lock, many at a time and in any order (`ww_transaction`).
///
/// The queue is that of `cqs::mutex`: first come, first served, and each wait can be cancelled. A small lock guards the
/// owner and the list of waiters. Two rules prevent transactions from waiting for each other in a circle:
///
/// - a transaction that asks for the mutex wounds the owner if the owner is younger;
/// - a transaction that gets the mutex while an older one waits passes it on and enqueues again.
///
/// Without the second rule, a younger waiter ahead in the queue becomes the owner and is never wounded: a deadlock of
/// three transactions and two locks (`models/wound_wait_corrected.pml`).
template <options Options = options{}, platform Platform = native>
class basic_ww_mutex {
  using transaction = basic_ww_transaction<Options, Platform>;
  friend transaction;

 public:
  explicit basic_ww_mutex(basic_ww_domain<Platform>& domain) noexcept : _domain(domain) {}
  basic_ww_mutex(const basic_ww_mutex&) = delete;
  basic_ww_mutex& operator=(const basic_ww_mutex&) = delete;

 private:
  using guard = std::lock_guard<detail::list_lock<Platform>>;

  /// Adds a transaction that is in the queue to the list of waiters. Wounds a younger owner.
  void enter(transaction& comer) noexcept {
    const guard locked(_guard);
    comer._next_waiter = _waiters.read();
    _waiters.write() = &comer;
    transaction* const owner = _owner.read();
    if (owner != nullptr && comer.is_older_than(*owner)) {
      owner->wound();  // the owner is alive: to release the mutex it needs the guard
    }
  }

  /// Removes a transaction whose wait has ended. Returns true if it is the owner now: it has the permit, and no older
  /// transaction waits.
  bool leave(transaction& goer, bool has_permit) noexcept {
    const guard locked(_guard);
    bool may_own = has_permit;
    transaction** link = &_waiters.write();
    while (*link != nullptr) {
      if (*link == &goer) {
        *link = goer._next_waiter;
      } else {
        may_own = may_own && goer.is_older_than(**link);
        link = &(*link)->_next_waiter;
      }
    }
    if (may_own) {
      _owner.write() = &goer;
    }
    return may_own;
  }

  void release() noexcept {
    {
      const guard locked(_guard);
      _owner.write() = nullptr;
    }
    pass_on();
  }

  void pass_on() noexcept { _permit.release(1, 1); }

  basic_ww_domain<Platform>& _domain;
  detail::permits<Options, Platform> _permit{1};
  detail::list_lock<Platform> _guard;
  typename Platform::template plain<transaction*> _owner{nullptr};
  typename Platform::template plain<transaction*> _waiters{nullptr};
  basic_ww_mutex* _next_held = nullptr;  ///< in the owner's list
};

using ww_mutex = basic_ww_mutex<>;

}  // namespace cqs
