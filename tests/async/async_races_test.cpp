// Races that only a coroutine can have: at the beginning of its wait, at its continuation, and when it
// destroys the primitive. (Races common with requests are in the tests of the primitives.)

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <tests/support/encounter.h>
#include <tests/support/variants.h>
#include <workloads/coroutines/task.h>
#include <workloads/coroutines/worker_pool.h>

namespace {

using cqs::tests::encounter;
using cqs::workloads::task;

template <class Variant>
class async_race : public testing::Test {
 protected:
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  static constexpr int rounds = 600;
#else
  static constexpr int rounds = 6'000;
#endif
};

using variants =
    testing::Types<cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 1, 1>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::simple, 2, 1>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::smart, 2, 1>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::simple, 64, 10>,
                   cqs::tests::overtaking_variant_of<1, 2, 1>>;
TYPED_TEST_SUITE(async_race, variants, cqs::tests::variant_name);

TYPED_TEST(async_race, of_a_release_with_an_acquire) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  std::optional<semaphore> tested;
  std::optional<task> waiting;
  const auto wait = [&]() -> task { co_await tested->async_acquire(); };
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(0);
        waiting.emplace(wait());
      },
      [&] { tested->release(); }, [&] { waiting->coroutine().resume(); },
      [&] {
        EXPECT_TRUE(waiting->done());
        EXPECT_FALSE(tested->try_acquire());
      });
}

/// The stop request may arrive before, while or after the coroutine enqueues.
TYPED_TEST(async_race, of_a_stop_request_with_the_beginning_of_the_wait) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  std::optional<semaphore> tested;
  std::optional<std::stop_source> stop;
  std::optional<task> waiting;
  const auto wait = [&]() -> task { EXPECT_FALSE(co_await tested->async_acquire(stop->get_token())); };
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(0);
        stop.emplace();
        waiting.emplace(wait());
      },
      [&] { stop->request_stop(); }, [&] { waiting->coroutine().resume(); },
      [&] {
        EXPECT_TRUE(waiting->done());
        tested->release();
        EXPECT_TRUE(tested->try_acquire());
      });
}

/// One coroutine begins to wait while another is resumed and aborted.
TYPED_TEST(async_race, of_a_release_and_a_stop_request_with_the_beginning_of_a_wait) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  std::optional<semaphore> tested;
  std::optional<std::stop_source> stop;
  std::optional<task> first;
  std::optional<task> second;
  int granted = 0;
  int ended = 0;
  const auto wait = [&](int& count_granted, int& count_ended) -> task {
    if (co_await tested->async_acquire(stop->get_token())) {
      tested->release();
      std::atomic_ref(count_granted).fetch_add(1);
    }
    std::atomic_ref(count_ended).fetch_add(1);
  };
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(0);
        stop.emplace();
        granted = 0;
        ended = 0;
        first.emplace(wait(granted, ended));
        second.emplace(wait(granted, ended));
        first->coroutine().resume();
      },
      [&] {
        tested->release();
        stop->request_stop();
      },
      [&] { second->coroutine().resume(); },
      [&] {
        EXPECT_EQ(ended, 2);
        EXPECT_GE(granted, 0);
        EXPECT_TRUE(tested->try_acquire()) << "the permit is lost";
        EXPECT_FALSE(tested->try_acquire());
      });
}

/// Three threads take part if the coroutine continues in a worker.
TYPED_TEST(async_race, of_a_release_with_a_stop_request_when_a_worker_continues_the_coroutine) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  cqs::workloads::worker_pool workers(1);
  std::optional<semaphore> tested;
  std::optional<std::stop_source> stop;
  std::optional<task> waiting;
  bool granted = false;
  const auto wait = [&]() -> task {
    granted = co_await tested->async_acquire(stop->get_token()).via([&](auto c) { workers.post(c); });
  };
  encounter::repeat(
      this->rounds / 4,
      [&] {
        tested.emplace(0);
        stop.emplace();
        waiting.emplace(wait());
        waiting->coroutine().resume();
      },
      [&] { tested->release(); }, [&] { stop->request_stop(); },
      [&] {
        waiting->join();
        EXPECT_EQ(tested->try_acquire(), !granted) << "the permit is lost or duplicated";
      });
}

TYPED_TEST(async_race, of_a_try_acquire_with_a_wait_that_is_aborted_at_once) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  std::optional<semaphore> tested;
  const auto wait = [&](std::stop_token stop) -> task {
    if (co_await tested->async_acquire(stop)) {
      tested->release();
    }
  };
  encounter::repeat(
      this->rounds, [&] { tested.emplace(1); },
      [&] {
        std::stop_source stop;
        const task waiting = wait(stop.get_token());
        waiting.coroutine().resume();
        stop.request_stop();
        waiting.join();
      },
      [&] {
        if (tested->try_acquire()) {
          tested->release();
        }
      },
      [&] {
        EXPECT_TRUE(tested->try_acquire());
        EXPECT_FALSE(tested->try_acquire());
      });
}

TYPED_TEST(async_race, of_an_unlock_with_the_destruction_of_the_mutex) {
  using mutex = cqs::basic_mutex<TypeParam::variant>;
  mutex* tested = nullptr;
  std::optional<task> waiting;
  const auto lock_and_delete = [&]() -> task {
    co_await tested->async_lock();
    tested->unlock();
    delete tested;
  };
  encounter::repeat(
      this->rounds,
      [&] {
        tested = new mutex;
        tested->lock();
        waiting.emplace(lock_and_delete());
      },
      [&] { tested->unlock(); }, [&] { waiting->coroutine().resume(); },
      [&] { EXPECT_TRUE(waiting->done()); });
}

TYPED_TEST(async_race, of_a_count_down_with_the_destruction_of_the_latch) {
  using latch = cqs::basic_latch<TypeParam::variant>;
  latch* tested = nullptr;
  std::optional<task> waiting;
  const auto wait_and_delete = [&]() -> task {
    co_await tested->async_wait();
    delete tested;
  };
  encounter::repeat(
      this->rounds,
      [&] {
        tested = new latch(1);
        waiting.emplace(wait_and_delete());
      },
      [&] { tested->count_down(); }, [&] { waiting->coroutine().resume(); },
      [&] { EXPECT_TRUE(waiting->done()); });
}

TYPED_TEST(async_race, of_two_arrivals_at_a_barrier_with_an_abort) {
  using barrier = cqs::barrier<cqs::detail::no_completion, TypeParam::variant>;
  std::optional<barrier> tested;
  std::optional<std::stop_source> stop;
  std::optional<task> aborting;
  std::optional<task> staying;
  const auto arrive = [&](std::stop_token token) -> task {
    auto arrival = tested->arrive();
    const bool over = co_await tested->async_wait(arrival, token);
    if (!over) {
      EXPECT_TRUE(token.stop_requested());
      co_await tested->async_wait(std::move(arrival));
    }
    co_await tested->async_arrive_and_wait();
  };
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(2);
        stop.emplace();
        aborting.emplace(arrive(stop->get_token()));
        staying.emplace(arrive({}));
        aborting->coroutine().resume();
      },
      [&] { staying->coroutine().resume(); }, [&] { stop->request_stop(); },
      [&] {
        EXPECT_TRUE(aborting->done());
        EXPECT_TRUE(staying->done());
      });
}

}  // namespace
