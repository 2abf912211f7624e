// A waiter that gets the last signal destroys the object, while the signalling operation is still returning.
// Waits are aborted before that.

#include <atomic>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/stack_pool.h>
#include <tests/primitives/lifetime.h>

namespace {

using cqs::tests::team_size;
using cqs::tests::user;

constexpr cqs::options by_default;
constexpr cqs::options one_cell{.segment_size = 1};

constexpr bool is_sender(const user& self, std::size_t senders) {
  return self.index < senders;
}

/// Counts the waiters; the last one to leave destroys the object. Senders are not counted.
struct shared_by_waiters : cqs::tests::mortal {
  explicit shared_by_waiters(std::size_t count) noexcept : waiters(count) {}

  std::atomic<std::size_t> waiters;
};

template <class Object>
void leave(Object& object) {
  if (object.waiters.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    cqs::tests::destroy(object);
  }
}

struct semaphore_signal : cqs::tests::mortal {
  void send() { semaphore.release(); }
  bool receive(user& self) {
    return self.patience.wait(
        [this] {
          semaphore.acquire();
          return true;
        },
        [this](auto timeout) { return semaphore.try_acquire_for(timeout); },
        [this](const auto& stop) { return semaphore.acquire(stop); });
  }

  cqs::counting_semaphore<team_size> semaphore{0};
};

template <class Pool>
struct pool_signal : cqs::tests::mortal {
  void send() { pool.put(1); }
  bool receive(user& self) {
    return self.patience
        .wait([this] { return std::optional<int>(pool.take()); },
              [this](auto timeout) { return pool.take_for(timeout); },
              [this](const auto& stop) { return pool.take(stop); })
        .has_value();
  }

  Pool pool;
};

/// All other members send; the only receiver destroys the object with the last signal.
template <class Signal>
void receive_all_and_destroy() {
  cqs::tests::use_up<Signal>([](Signal& object, user& self) {
    if (is_sender(self, team_size - 1)) {
      object.send();
      return;
    }
    for (std::size_t received = 0; received < team_size - 1;) {
      received += object.receive(self) ? std::size_t{1} : 0;
    }
    cqs::tests::destroy(object);
  });
}

TEST(lifetime_of_a_semaphore, ends_with_the_last_acquire) {
  receive_all_and_destroy<semaphore_signal>();
}

TEST(lifetime_of_a_queue_pool, ends_with_the_last_take) {
  receive_all_and_destroy<pool_signal<cqs::queue_pool<int>>>();
}

TEST(lifetime_of_a_stack_pool, ends_with_the_last_take) {
  receive_all_and_destroy<pool_signal<cqs::stack_pool<int>>>();
}

template <cqs::options Options, std::size_t Senders>
struct shared_latch : shared_by_waiters {
  shared_latch() noexcept : shared_by_waiters(team_size - Senders) {}

  bool wait(user& self) const {
    return self.patience.wait(
        [this] {
          latch.wait();
          return true;
        },
        [this](auto timeout) { return latch.wait_for(timeout); },
        [this](const auto& stop) { return latch.wait(stop); });
  }

  cqs::basic_latch<Options> latch{Senders};
};

template <cqs::options Options, std::size_t Senders>
void wait_for_latch_and_destroy() {
  using object_type = shared_latch<Options, Senders>;
  cqs::tests::use_up<object_type>([](object_type& object, user& self) {
    if (is_sender(self, Senders)) {
      object.latch.count_down();
      return;
    }
    while (!object.wait(self)) {
    }
    leave(object);
  });
}

TEST(lifetime_of_a_latch, ends_with_its_only_wait) {
  wait_for_latch_and_destroy<by_default, team_size - 1>();
}

TEST(lifetime_of_a_latch, ends_with_the_last_of_many_waits) {
  wait_for_latch_and_destroy<by_default, 1>();
}

TEST(lifetime_of_a_latch, ends_with_the_last_of_many_waits_in_many_segments) {
  wait_for_latch_and_destroy<one_cell, 1>();
}

template <cqs::options Options, std::size_t Senders>
struct shared_barrier : shared_by_waiters {
  using barrier_type = cqs::barrier<cqs::detail::no_completion, Options>;

  shared_barrier() noexcept : shared_by_waiters(team_size - Senders) {}

  bool wait(const typename barrier_type::arrival_token& arrival, user& self) const {
    return self.patience.wait([&] { return barrier.wait(arrival, std::stop_token()); },
                              [&](auto timeout) { return barrier.wait_for(arrival, timeout); },
                              [&](const auto& stop) { return barrier.wait(arrival, stop); });
  }

  barrier_type barrier{team_size};
};

template <cqs::options Options, std::size_t Senders>
void end_phase_and_destroy() {
  using object_type = shared_barrier<Options, Senders>;
  cqs::tests::use_up<object_type>([](object_type& object, user& self) {
    if (is_sender(self, Senders)) {
      static_cast<void>(object.barrier.arrive());
      return;
    }
    if (self.patience.one_in(4)) {
      object.barrier.arrive_and_wait();
    } else {
      const auto arrival = object.barrier.arrive();
      while (!object.wait(arrival, self)) {
        std::this_thread::yield();  // to arrivals that have not happened yet
      }
    }
    leave(object);
  });
}

TEST(lifetime_of_a_barrier, ends_with_its_only_wait) {
  end_phase_and_destroy<by_default, team_size - 1>();
}

TEST(lifetime_of_a_barrier, ends_with_the_last_of_many_waits) {
  end_phase_and_destroy<by_default, 2>();
}

TEST(lifetime_of_a_barrier, ends_with_the_last_of_many_waits_in_many_segments) {
  end_phase_and_destroy<one_cell, 2>();
}

}  // namespace
