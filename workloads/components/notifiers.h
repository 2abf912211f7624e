#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stdexcept>

#include <sys/eventfd.h>
#include <unistd.h>

#include <cqs/event_count.h>
#include <cqs/event_notifier.h>
#include <cqs/platform/native.h>

#include "baselines/concepts/description.h"
#include "baselines/cqs/variants.h"
#include "baselines/peers.h"
#include "baselines/std/origin.h"

#if CQS_HAS_FOLLY
#include <folly/synchronization/EventCount.h>

#include "baselines/folly/origin.h"
#endif

/// Ways to sleep until another thread makes a predicate true. The sleeper calls `await(predicate)`; the other
/// thread makes it true, then calls `notify()`.
namespace cqs::workloads {

struct cqs_event_notifier : cqs::event_notifier {
  static constexpr baselines::description about{"cqs.event_notifier", baselines::cqs_origin,
                                                baselines::waiting::parking};
};

struct cqs_event_count : cqs::event_count {
  static constexpr baselines::description about{"cqs.event_count", baselines::cqs_origin,
                                                baselines::waiting::parking, baselines::order::fifo};
  void notify() { notify_one(); }
};

struct std_condition_variable {
  static constexpr baselines::description about{"std.condition_variable", baselines::std_origin,
                                                baselines::waiting::parking};
  void notify() {
    // The mutex does not guard the predicate. Without this empty section, the notification could fall between
    // the check and the wait.
    { const std::lock_guard locked(_mutex); }
    _condition.notify_one();
  }
  template <class Predicate>
  void await(Predicate predicate) {
    std::unique_lock locked(_mutex);
    _condition.wait(locked, predicate);
  }

 private:
  std::mutex _mutex;
  std::condition_variable _condition;
};

struct std_atomic_wait {
  static constexpr baselines::description about{"std.atomic_wait", baselines::std_origin,
                                                baselines::waiting::parking};
  void notify() {
    _epoch.fetch_add(1, std::memory_order_acq_rel);
    _epoch.notify_one();
  }
  template <class Predicate>
  void await(Predicate predicate) {
    for (;;) {
      const auto seen = _epoch.load(std::memory_order_acquire);
      if (predicate()) {
        return;
      }
      _epoch.wait(seen, std::memory_order_acquire);
    }
  }

 private:
  std::atomic<std::uint32_t> _epoch{0};
};

struct posix_eventfd {
  static constexpr baselines::description about{"posix.eventfd", "Linux", baselines::waiting::parking};
  posix_eventfd() : _file(eventfd(0, EFD_CLOEXEC)) {
    if (_file < 0) {
      throw std::runtime_error("eventfd: no file descriptor is available");
    }
  }
  posix_eventfd(const posix_eventfd&) = delete;
  posix_eventfd& operator=(const posix_eventfd&) = delete;
  ~posix_eventfd() { close(_file); }

  void notify() { static_cast<void>(eventfd_write(_file, 1)); }
  template <class Predicate>
  void await(Predicate predicate) {
    while (!predicate()) {
      eventfd_t count = 0;
      static_cast<void>(eventfd_read(_file, &count));
    }
  }

 private:
  int _file;
};

/// Does not sleep: the lower bound, at the price of a whole processor.
struct spinning_flag {
  static constexpr baselines::description about{"spin.poll", baselines::cqs_origin,
                                                baselines::waiting::spinning};
  void notify() {}
  template <class Predicate>
  void await(Predicate predicate) {
    for (std::uint32_t polls = 0; !predicate(); ++polls) {
      polls % 64 < 63 ? native::pause() : native::yield();
    }
  }
};

#if CQS_HAS_FOLLY
struct folly_event_count {
  static constexpr baselines::description about{"folly.event_count", baselines::folly_origin,
                                                baselines::waiting::parking};
  void notify() { _event.notify(); }
  template <class Predicate>
  void await(Predicate predicate) {
    _event.await(predicate);
  }

 private:
  folly::EventCount _event;
};
#endif

}  // namespace cqs::workloads
