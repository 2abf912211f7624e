#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

#include "interpose/library/interposed.h"
#include "interpose/library/spin_guard.h"

namespace cqs::interpose {

/// What `pthread_cancel` needs to know of a thread that waits in this library. glibc itself wakes a cancelled thread
/// only in its own waits.
///
/// The record is in the memory of its thread. The thread puts it into the registry before its first wait that can be
/// cancelled, and a destructor of the thread takes it out.
struct cancellable {
  using word = std::atomic<std::uint32_t>;

  pthread_t thread{};
  bool is_registered = false;
  std::atomic<bool> is_cancelled{false};
  word* sleep = nullptr;  ///< where the thread sleeps, or null
  std::uint32_t bit = 0;
  cancellable* next = nullptr;
};

/// The record of the calling thread, for a wait that begins now. Acts on a cancellation that came before.
cancellable& begin_cancellable_wait();

/// Takes what the registry needs before the program takes it all.
void prepare_registry() noexcept;

/// For a child of `fork`, which has one thread: another one may have locked the registry in the parent.
void reset_registry() noexcept;

/// While it lives, a cancellation sets a bit of the word, and wakes the thread.
class cancellable_sleep {
 public:
  cancellable_sleep(cancellable& record, cancellable::word& state, std::uint32_t bit) noexcept;
  cancellable_sleep(const cancellable_sleep&) = delete;
  cancellable_sleep& operator=(const cancellable_sleep&) = delete;
  ~cancellable_sleep();

 private:
  cancellable& _record;
};

/// The reason to give up a wait of POSIX: the cancellation of the thread, its deadline and, if `Signals`, a signal.
template <class Deadline, bool Signals>
class abort_of_call {
 public:
  using word = cancellable::word;

  static constexpr bool possible = true;

  abort_of_call(cancellable& record, Deadline deadline) noexcept : _record(record), _deadline(deadline) {
    this_thread.interrupted = false;
  }

  bool leaves_no_time() const noexcept { return _deadline.leaves_no_time(); }
  bool is_interrupted() const noexcept { return Signals && this_thread.interrupted; }
  bool requested() const noexcept {
    return _record.is_cancelled.load(std::memory_order_relaxed) || is_interrupted() || _deadline.requested();
  }
  cancellable_sleep interrupting(word& state, std::uint32_t bit) const noexcept {
    return {_record, state, bit};
  }
  void sleep(const word& state, std::uint32_t expected) const noexcept { _deadline.sleep(state, expected); }

 private:
  cancellable& _record;
  Deadline _deadline;
};

}  // namespace cqs::interpose
