#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <cqs/detail/waiting/abort.h>
#include <cqs/platform/platform.h>

#include <baselines/aqs/detail/node.h>
#include <baselines/aqs/detail/thread_nodes.h>
#include <baselines/spin/detail/backoff.h>

namespace cqs::baselines::aqs::detail {

/// The position of a caller of `try_acquire`. A fair synchronizer makes a newcomer queue behind the waiters.
enum class standing : std::uint8_t { arriving, first };

/// The counterpart of Java's AbstractQueuedSynchronizer as of JDK 17 (Lea, "The java.util.concurrent
/// synchronizer framework", 2005, and its revision of 2020): a state, and a queue of threads that wait for
/// it. `Synchronizer` derives from it and provides `bool try_acquire(standing)`, which changes the state if
/// it can. It implements its own releases: a change of the state, then `signal_next()`.
///
/// The queue is a CLH queue with links in both directions. Its head is a node without a waiter. A thread that
/// must wait becomes the tail: it sets its own `prev` first, then `next` of the node before it. The first
/// thread behind the head tries to acquire; on success its node becomes the head. A release signals the first
/// thread. All others sleep, each on a futex in its node.
///
/// Fair: the synchronizer decides; waiters are served in order in either case.
/// Abort: the thread marks its node cancelled, and `clean_queue` walks the queue from the tail. That is
/// linear in the number of waiters, as in Java.
/// Progress: as in Java, acquire and release block only in the wait for the state, and in the allocation of
/// nodes. A cancelling thread also blocks on other cancelling threads (below).
/// Cost: without contention, `try_acquire`, the change of the state, and a load of the head. A contended
/// acquire takes a node from the thread's stock, exchanges the tail, and puts the old head there. As in Java, a
/// thread does not spin before its first sleep. A first thread that was woken in vain spins for at most 255
/// pauses, longer each time.
///
/// **Reclamation**, in place of the garbage collector: a node's memory belongs to the synchronizer until its
/// destruction (`thread_nodes`). So a thread with the address of a node that has left the queue may read an old
/// value, but never freed memory. The effects of old values:
/// - A release that signals through an old head at worst wakes a thread without need: every sleeper checks
///   again. No signal gets lost. The head that the release read was replaced after the release changed the
///   state. So the new head either took the released state, and will release it in turn, or it passes the
///   signal on (shared mode).
/// - A waiter compares its `prev` with the head but never dereferences it. (Java does, to help cleaning.) A
///   reused node is behind the waiter, so it cannot fool the comparison.
/// - `clean_queue` changes links only next to a cancelled node. That node stays, because its thread waits for
///   `unlinked`. The node before it stays, because its only successor is cancelled and will not replace it as
///   the head. The node behind it stays, because it cannot become the first. Between cancelled nodes, the
///   walk only reads. If it meets a reused node, it continues nearer to the tail, or ends too early and is
///   repeated.
/// Bound: one node of 64 bytes per thread that has waited (at the peak of simultaneous threads), one for the head,
/// and a table of 64 bytes per processor; stalled threads add nothing. Every operation, including releases, must return before the destruction of the synchronizer.
///
/// **Cancelling is serialised** by a lock that acquire and release never take. Its holder unlinks all
/// cancelled nodes that it meets, so a thread that waits for the lock often finds its node already unlinked.
/// Java lets cancelling threads unlink concurrently and repair each other's `next` links by CAS. That can go
/// wrong (the hang of the paper's section 6.5; JDK-8386085). One way: a helping thread has read that q
/// follows p. A second thread unlinks the cancelled tail q and is about to change p's `next` from q to null.
/// A new tail x links itself. Now the first thread "repairs" x back to q, and the second one replaces q by
/// null. x is in the queue, but p's `next` stays null. Every later pass takes this for an unfinished link and
/// restarts, endlessly, and a release finds nobody to signal. Here a `next` has one writer at a time: first
/// the thread that became the tail behind the node; then the holder of the lock, which waits for that link
/// before it unlinks. So no pass restarts because of another cancelling thread, and this livelock cannot
/// happen. This design could unlink a node without a walk. The walk remains because the compared algorithm
/// has it.
///
/// Orders: a sleeper and a release must not miss each other. So each writes, then reads what the other one
/// wrote, with seq_cst on state, head, prev, next and status, as in Java.
/// - [1] the release changes the state, then reads [2]–[4]; the waiter writes those, then tries again.
/// - [2] head: set by the thread that becomes it.
/// - [3] next: set by the thread that links behind it, or by cleaning.
/// - [4] status: `waiting`, set by the thread.
/// - [5] prev: set by cleaning, before it reads [2] and [4].
template <class Synchronizer, platform Platform>
class queued_synchronizer {
 public:
  using platform_type = Platform;
  using node_type = node<Platform>;
  using state_type = std::int32_t;

  constexpr explicit queued_synchronizer(state_type state) noexcept : _state(state) {}
  queued_synchronizer(const queued_synchronizer&) = delete;
  queued_synchronizer& operator=(const queued_synchronizer&) = delete;

  ~queued_synchronizer() {
    if (node_type* const head = _head.load(std::memory_order_relaxed)) {
      Platform::destroy(head);
    }
  }

  /// Waits in the queue after a failed attempt. Returns false if aborted. May throw `std::bad_alloc`, and
  /// then has no effect.
  template <mode Mode, class Abort>
  [[gnu::noinline]] bool acquire(const Abort& abort) {
    node_type& own = new_node(Mode);
    do {
      if (self().try_acquire(standing::arriving)) {
        discard(own);
        return true;
      }
    } while (!try_enqueue(own));
    return acquire_queued<Mode>(own, abort);
  }

  /// The rest of an acquire whose node is in the queue.
  template <mode Mode, class Abort>
  bool acquire_queued(node_type& own, const Abort& abort) {
    if (!try_as_first(own)) {
      own.status.fetch_or(node_type::waiting, std::memory_order_seq_cst);  // [4]
      if (!try_as_first(own) && !park_until_acquired(own, abort)) {
        cancel(own);
        return false;
      }
    }
    become_head<Mode>(own);
    return true;
  }

  /// Wakes the first thread in the queue. Call it after a change of the state.
  void signal_next() noexcept {
    if (node_type* const head = _head.load(std::memory_order_seq_cst)) {          // [2]
      if (node_type* const first = head->next.load(std::memory_order_seq_cst)) {  // [3]
        signal(*first);
      }
    }
  }

  /// Returns whether threads wait that came before the caller. (It reads the tail first. All of them are at
  /// or before the tail; if that node is the head, now or after reuse, they have left. acquire: pairs with
  /// the exchange of the tail, so that the head is not an older one.)
  bool has_queued_threads() const noexcept {
    const node_type* const last = _tail.load(std::memory_order_acquire);
    return last != _head.load(std::memory_order_acquire);
  }

  /// The number of waiting threads; meaningful while nothing changes.
  std::size_t queue_length() const noexcept {
    std::size_t length = 0;
    const node_type* n = _tail.load(std::memory_order_acquire);
    while (n != nullptr && (n = n->prev.load(std::memory_order_acquire)) != nullptr) {
      ++length;
    }
    return length;
  }

  typename Platform::template atomic<state_type>& state() noexcept { return _state; }
  const typename Platform::template atomic<state_type>& state() const noexcept { return _state; }

  // The parts of an acquire, for conditions.

  node_type& new_node(mode m) {
    ensure_head();
    node_type& n = _nodes.get();
    n.restart(m);
    return n;
  }

  void discard(node_type& n) noexcept { _nodes.put(n); }

  bool try_enqueue(node_type& own) noexcept {
    node_type* last = _tail.load(std::memory_order_acquire);
    own.prev.store(last, std::memory_order_relaxed);
    // release: the node; acquire: what its predecessor's `next` was before, so that the link comes after it.
    if (!_tail.compare_exchange_strong(last, &own, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return false;
    }
    last->next.store(&own, std::memory_order_seq_cst);  // [3]
    return true;
  }

 private:
  Synchronizer& self() noexcept { return static_cast<Synchronizer&>(*this); }

  /// The queue has a head and a tail from the first contention on.
  void ensure_head() {
    if (_tail.load(std::memory_order_acquire) != nullptr) {
      return;
    }
    node_type* head = _head.load(std::memory_order_acquire);
    if (head == nullptr) {
      node_type& fresh = _nodes.get();
      // release: the node; acquire: the other's node.
      if (_head.compare_exchange_strong(head, &fresh, std::memory_order_release, std::memory_order_acquire)) {
        head = &fresh;
      } else {
        discard(fresh);
      }
    }
    // A thread that sees a head without a tail helps. The head does not move before there is a tail.
    node_type* none = nullptr;
    _tail.compare_exchange_strong(none, head, std::memory_order_release, std::memory_order_relaxed);
  }

  bool is_first(const node_type& own) const noexcept {
    const node_type* const before = own.prev.load(std::memory_order_seq_cst);  // [5]
    return before == _head.load(std::memory_order_seq_cst);                    // [2]
  }

  bool try_as_first(const node_type& own) noexcept {
    return is_first(own) && self().try_acquire(standing::first);
  }

  template <class Abort>
  bool park_until_acquired(node_type& own, const Abort& abort) {
    // Destroyed before the node is reused: no stop callback touches a reused node.
    [[maybe_unused]] const auto interruption = abort.interrupting(own.status, node_type::interrupted);
    std::uint8_t spins = 0;
    while (!abort.requested()) {
      abort.sleep(own.status, node_type::waiting);
      if ((own.status.load(std::memory_order_relaxed) & node_type::waiting) != 0) {
        own.status.fetch_and(~node_type::waiting, std::memory_order_relaxed);  // awake: no signal is needed
      }
      spins = static_cast<std::uint8_t>(spins << 1 | 1);
      if (spin_as_first(own, spins)) {
        return true;
      }
      own.status.fetch_or(node_type::waiting, std::memory_order_seq_cst);  // [4]
      if (try_as_first(own)) {
        return true;
      }
    }
    return false;
  }

  /// For a first thread that was woken, but lost to a newcomer: the next chance may be near.
  bool spin_as_first(const node_type& own, std::uint8_t spins) noexcept {
    for (; spins != 0 && is_first(own); --spins) {
      if (self().try_acquire(standing::first)) {
        return true;
      }
      Platform::pause();
    }
    return false;
  }

  template <mode Mode>
  void become_head(node_type& own) noexcept {
    node_type& old_head = *own.prev.load(std::memory_order_relaxed);
    own.prev.store(nullptr, std::memory_order_relaxed);  // where a walk ends
    _head.store(&own, std::memory_order_seq_cst);        // [2]
    if constexpr (Mode == mode::shared) {
      node_type* const next = own.next.load(std::memory_order_seq_cst);  // [3]
      if (next != nullptr && next->shared.load(std::memory_order_relaxed)) {
        signal(*next);
      }
    }
    discard(old_head);
  }

  static void signal(node_type& n) noexcept {
    if ((n.status.load(std::memory_order_seq_cst) & node_type::waiting) == 0) {  // [4]
      return;
    }
    // Of several signals, one wakes. relaxed: by [1] to [4], the woken thread sees the changed state, at the
    // latest when it is about to sleep again.
    if ((n.status.fetch_and(~node_type::waiting, std::memory_order_relaxed) & node_type::waiting) != 0) {
      Platform::futex_wake_one(&n.status);
    }
  }

  void cancel(node_type& own) noexcept {
    own.status.fetch_or(node_type::cancelled,
                        std::memory_order_release);  // [6] its links, to the cleaning thread
    clean_queue(own);
    discard(own);
  }

  /// Returns when the cancelled node is out of the queue.
  void clean_queue(const node_type& own) noexcept {
    spin::detail::backoff<Platform> look_again;
    // [7] acquire: pairs with the release in `unlink`, whose accesses to the node come before its reuse.
    while ((own.status.load(std::memory_order_acquire) & node_type::unlinked) == 0) {
      // acquire and release below: the links, from one holder to the next.
      if (_cleaning.load(std::memory_order_relaxed) == 0 &&
          _cleaning.exchange(1, std::memory_order_acquire) == 0) {
        unlink_cancelled();
        _cleaning.store(0, std::memory_order_release);
      } else {
        look_again();
      }
    }
  }

  /// One pass from the tail to the head.
  void unlink_cancelled() noexcept {
    constexpr auto bits = node_type::cancelled | node_type::unlinked;
    for (node_type* n = _tail.load(std::memory_order_acquire); n != nullptr;) {
      if ((n->status.load(std::memory_order_acquire) & bits) == node_type::cancelled) {  // [6]
        n = unlink(*n);
      } else {
        n = n->prev.load(std::memory_order_acquire);
      }
    }
  }

  /// Unlinks a cancelled node. Returns the node before it.
  node_type* unlink(node_type& n) noexcept {
    node_type* const before = n.prev.load(std::memory_order_relaxed);
    node_type* behind = n.next.load(std::memory_order_acquire);  // pairs with the link
    if (behind == nullptr && !try_unlink_tail(n, *before)) {
      behind = link_of(n);
    }
    if (behind != nullptr) {
      // In this order: once the node behind is next to the head, it may replace the head.
      before->next.store(behind, std::memory_order_seq_cst);  // [3]
      behind->prev.store(before, std::memory_order_seq_cst);  // [5]
      if (_head.load(std::memory_order_seq_cst) == before) {  // [2]
        signal(*behind);                                      // a signal may have gone to the cancelled node
      }
    }
    n.status.fetch_or(node_type::unlinked, std::memory_order_release);  // [7]
    return before;
  }

  bool try_unlink_tail(node_type& n, node_type& before) noexcept {
    // Before the tail moves back: the next newcomer then writes it.
    before.next.store(nullptr, std::memory_order_relaxed);
    node_type* last = &n;
    return _tail.compare_exchange_strong(last, &before, std::memory_order_release, std::memory_order_relaxed);
  }

  /// The node behind `n`, which has become the tail but is not yet linked.
  static node_type* link_of(const node_type& n) noexcept {
    spin::detail::backoff<Platform> look_again;
    for (;;) {
      if (node_type* const next = n.next.load(std::memory_order_acquire)) {  // pairs with the link
        return next;
      }
      look_again();
    }
  }

  typename Platform::template atomic<state_type> _state;
  typename Platform::template atomic<std::uint32_t> _cleaning{0};
  typename Platform::template atomic<node_type*> _head{nullptr};
  typename Platform::template atomic<node_type*> _tail{nullptr};
  nodes_of_queue<node_type, Platform> _nodes;
};

}  // namespace cqs::baselines::aqs::detail
