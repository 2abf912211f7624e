#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include <cqs/detail/abort_on_wound.h>
#include <cqs/detail/misuse.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/detail/waiting/thread_waiter.h>
#include <cqs/options.h>
#include <cqs/platform/native.h>
#include <cqs/ww_domain.h>
#include <cqs/ww_mutex.h>
#include <cqs/ww_result.h>

namespace cqs {

/// A set of mutexes that a thread locks one by one and releases together, without deadlock and without starvation:
/// wound-wait (Rosenkrantz, Stearns, Lewis 1978).
///
/// The stamp of a transaction is its age. If an older transaction needs a mutex of a younger one, it wounds the
/// younger. The wound cancels a wait of the younger transaction, and its `lock` returns `wounded`. It rolls back and
/// tries again with its old stamp, so that at some time it is the oldest. A younger transaction waits for an older
/// one. A wound that comes when all mutexes are locked has no effect: the transaction commits, which releases them as
/// well.
///
/// One thread at a time uses a transaction, mostly through `run`. Change data only after the last lock, or undo the
/// change when wounded. To lock a mutex twice throws `std::system_error`; to lock a mutex of another domain throws
/// `std::invalid_argument`.
template <options Options = options{}, platform Platform = native>
class basic_ww_transaction {
 public:
  using domain_type = basic_ww_domain<Platform>;
  using mutex_type = basic_ww_mutex<Options, Platform>;
  using stop_token = typename Platform::stop_token;

  explicit basic_ww_transaction(domain_type& domain) noexcept
      : _domain(domain), _stamp(domain.next_stamp()) {}
  basic_ww_transaction(const basic_ww_transaction&) = delete;
  basic_ww_transaction& operator=(const basic_ww_transaction&) = delete;
  ~basic_ww_transaction() { rollback(); }

  [[nodiscard]] ww_result lock(mutex_type& wanted) {
    return lock_or(wanted, detail::never_abort<Platform>{});
  }

  /// As `lock`, but returns `aborted` once stop is requested.
  [[nodiscard]] ww_result lock(mutex_type& wanted, stop_token stop) {
    return lock_or(wanted, detail::abort_on_stop<Platform>(std::move(stop)));
  }

  /// As `lock`, but returns `aborted` once the deadline has passed.
  template <class Clock, class Duration>
  [[nodiscard]] ww_result lock_until(mutex_type& wanted,
                                     const std::chrono::time_point<Clock, Duration>& deadline) {
    return lock_or(wanted, detail::abort_at<Platform, Clock, Duration>(deadline));
  }

  /// Returns true if an older transaction waits for a mutex of this one. The next `lock` would return `wounded`.
  bool wounded() const noexcept { return _wound.is_set(); }

  /// Returns true if a `lock` has returned `wounded`.
  bool refused() const noexcept { return _refused; }

  /// Releases all mutexes, and keeps the age.
  void rollback() noexcept {
    release_all();
    _wound.reset();
    _refused = false;
  }

  /// Releases all mutexes, and begins a new transaction. If a `lock` has returned `wounded`, it is a `rollback` and
  /// returns false.
  [[nodiscard]] bool commit() noexcept {
    const bool complete = !_refused;
    rollback();
    if (complete) {
      _stamp = _domain.next_stamp();
    }
    return complete;
  }

  /// A smaller stamp means an older transaction.
  std::uint64_t stamp() const noexcept { return _stamp; }

 private:
  friend mutex_type;

  bool is_older_than(const basic_ww_transaction& other) const noexcept { return _stamp < other._stamp; }
  void wound() noexcept { _wound.set(); }

  template <class Abort>
  ww_result lock_or(mutex_type& wanted, const Abort& abort) {
    check(wanted);
    if (wounded()) {
      return refuse();
    }
    const detail::abort_on_wound<Platform, Abort> abort_or_wound(_wound, abort);
    detail::backoff<Platform> wait_a_little(0);
    for (;;) {
      const bool has_permit = acquire(wanted, abort_or_wound);
      if (wanted.leave(*this, has_permit)) {
        wanted._next_held = std::exchange(_held, &wanted);
        return ww_result::locked;
      }
      if (!has_permit) {
        return wounded() ? refuse() : ww_result::aborted;
      }
      wanted.pass_on();
      wait_a_little();  // the older one may be about to give up, and then the queue is empty
    }
  }

  /// Enters the queue before the list of waiters, so that a permit that is passed on finds the waiter in the queue.
  template <class Abort>
  bool acquire(mutex_type& wanted, const Abort& abort) {
    using operation = typename decltype(wanted._permit)::take_operation;
    const operation taking{wanted._permit};
    detail::thread_waiter<typename operation::queue_type> waiter;
    if (taking.start(waiter)) {
      return true;
    }
    wanted.enter(*this);
    return waiter.wait(taking, abort);
  }

  ww_result refuse() noexcept {
    _refused = true;
    return ww_result::wounded;
  }

  void check(const mutex_type& wanted) const {
    if (&wanted._domain != &_domain) {
      detail::throw_invalid_argument("cqs::ww_transaction::lock: the mutex belongs to another domain");
    }
    for (const mutex_type* each = _held; each != nullptr; each = each->_next_held) {
      if (each == &wanted) {
        detail::throw_not_permitted("cqs::ww_transaction::lock: the transaction holds the mutex already");
      }
    }
  }

  void release_all() noexcept {
    while (mutex_type* const last = _held) {
      _held = last->_next_held;
      last->release();
    }
  }

  domain_type& _domain;
  std::uint64_t _stamp;
  mutex_type* _held = nullptr;
  basic_ww_transaction* _next_waiter = nullptr;  ///< the mutex that the transaction waits for guards it
  detail::wound_flag<Platform> _wound;
  bool _refused = false;
};

using ww_transaction = basic_ww_transaction<>;

}  // namespace cqs
