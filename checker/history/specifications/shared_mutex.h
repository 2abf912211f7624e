#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <checker/history/linearizability.h>
#include <checker/history/specifications/waiting_line.h>

namespace cqs::check {

/// A readers-writer lock in which readers and writers take turns. A reader waits while a writer holds the
/// lock or waits for it. An unlocking writer admits all waiting readers, or else the next writer. The last
/// reader admits the writer that has waited longest. If the last waiting writer withdraws while readers hold
/// the lock, the waiting readers enter. A writer that becomes a reader admits all waiting readers beside it.
/// A reader becomes the writer if it is alone and no writer waits. The result of each `try_…` is 1 or 0.
struct shared_mutex_specification {
  enum operation : std::uint8_t {
    lock,
    try_lock,
    unlock,
    downgrade,
    try_upgrade,
    lock_shared,
    try_lock_shared,
    unlock_shared
  };
  static constexpr std::array names{"lock",        "try_lock",    "unlock",          "downgrade",
                                    "try_upgrade", "lock_shared", "try_lock_shared", "unlock_shared"};

  struct state {
    bool writer = false;
    std::int64_t readers = 0;
    waiting_line waiting_writers;
    waiting_line waiting_readers;
    call_set granted;
  };

  std::uint64_t parameters() const { return 0; }
  state initial() const { return {}; }
  bool waits(const call& each) const { return each.operation == lock || each.operation == lock_shared; }

  bool apply(state& now, std::span<const call> calls, std::size_t index, point at) const {
    const call& each = calls[index];
    const bool shared = each.operation >= lock_shared;
    switch (at) {
      case point::request:
        request(now, index, shared);
        return true;
      case point::follow_up:
        return now.granted.remove(index);
      case point::withdrawal:
        return withdraw(now, index, shared);
      case point::whole:
        break;
    }
    switch (each.operation) {
      case unlock:
        return unlock_exclusive(now);
      case unlock_shared:
        return unlock_one_reader(now);
      case downgrade:
        return become_reader(now);
      case try_upgrade:
        return try_to_become_writer(now, each.result != 0);
      default:
        return try_to_lock(now, shared, each.result != 0);
    }
  }

  std::uint64_t hash(const state& now) const {
    const std::uint64_t held =
        static_cast<std::uint64_t>(now.readers) << 1 | static_cast<std::uint64_t>(now.writer);
    return mix(mix(held, now.granted.hash()), mix(now.waiting_writers.hash(), now.waiting_readers.hash()));
  }

 private:
  static bool free_for(const state& now, bool shared) {
    return !now.writer && (shared ? now.waiting_writers.empty() : now.readers == 0);
  }

  static void take(state& now, bool shared) {
    now.writer = !shared;
    now.readers += static_cast<std::int64_t>(shared);
  }

  static void request(state& now, std::size_t index, bool shared) {
    if (free_for(now, shared)) {
      take(now, shared);
      now.granted.add(index);
    } else {
      (shared ? now.waiting_readers : now.waiting_writers).push(index);
    }
  }

  static void let_readers_in(state& now) {
    while (!now.waiting_readers.empty()) {
      now.granted.add(now.waiting_readers.pop());
      ++now.readers;
    }
  }

  static void let_writer_in(state& now) {
    if (!now.waiting_writers.empty()) {
      now.granted.add(now.waiting_writers.pop());
      now.writer = true;
    }
  }

  static bool withdraw(state& now, std::size_t index, bool shared) {
    if (shared) {
      return now.waiting_readers.remove(index);
    }
    const bool waited = now.waiting_writers.remove(index);
    if (now.waiting_writers.empty() && !now.writer) {
      let_readers_in(now);
    }
    return waited;
  }

  static bool unlock_exclusive(state& now) {
    if (!now.writer) {
      return false;
    }
    now.writer = false;
    let_readers_in(now);
    if (now.readers == 0) {
      let_writer_in(now);
    }
    return true;
  }

  static bool become_reader(state& now) {
    if (!now.writer) {
      return false;
    }
    now.writer = false;
    ++now.readers;
    let_readers_in(now);
    return true;
  }

  static bool try_to_become_writer(state& now, bool success) {
    const bool alone = !now.writer && now.readers == 1 && now.waiting_writers.empty();
    if (alone && success) {
      now.readers = 0;
      now.writer = true;
    }
    return alone == success;
  }

  static bool unlock_one_reader(state& now) {
    if (now.readers == 0) {
      return false;
    }
    if (--now.readers == 0) {
      let_writer_in(now);
    }
    return true;
  }

  static bool try_to_lock(state& now, bool shared, bool success) {
    if (free_for(now, shared) != success) {
      return false;
    }
    if (success) {
      take(now, shared);
    }
    return true;
  }
};

static_assert(specification<shared_mutex_specification>);

}  // namespace cqs::check
