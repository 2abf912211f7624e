// Two threads at one spot, many times over: the races that have bitten others. The checker goes through the
// same encounters exhaustively; here the machine itself runs them.

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>
#include <tests/support/team.h>
#include <tests/support/variants.h>
#include <tests/support/waiting.h>

namespace {

using cqs::request_status;

/// Two threads that meet before every round, so close that the rounds truly run at the same time.
class encounter {
 public:
  /// `prepare` and `check` run alone, `first` and `second` at the same time.
  template <class Prepare, class First, class Second, class Check>
  static void repeat(int rounds, Prepare&& prepare, First&& first, Second&& second, Check&& check) {
    encounter meeting;
    cqs::tests::run_team(2, [&](std::size_t member) {
      for (int i = 0; i < rounds; ++i) {
        if (member == 0) {
          prepare();
        }
        meeting.meet();
        member == 0 ? first() : second();
        meeting.meet();
        if (member == 0) {
          check();
        }
      }
    });
  }

 private:
  void meet() {
    const int round = _arrived.fetch_add(1) / 2;
    for (int polls = 0; _arrived.load() / 2 <= round; ++polls) {
      if (polls > 200) {
        std::this_thread::yield();
      }
    }
  }

  std::atomic<int> _arrived = 0;
};

template <class Variant>
class race : public testing::Test {
 protected:
  static constexpr int rounds = 20'000;
};

using variants =
    testing::Types<cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 1, 1>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::smart, 64, 10>,
                   cqs::tests::variant_of<cqs::resumption::async, cqs::cancellation::simple, 2, 1>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::smart, 2, 1>,
                   cqs::tests::variant_of<cqs::resumption::sync, cqs::cancellation::simple, 1, 10>>;
TYPED_TEST_SUITE(race, variants, cqs::tests::variant_name);

/// The REFUSE problem: it made two permits out of one.
TYPED_TEST(race, of_a_release_with_the_abort_of_the_only_waiter) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  std::optional<semaphore> tested;
  std::optional<cqs::tests::waiting<typename semaphore::request_type>> waiter;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(0);
        waiter.emplace([&] { return tested->acquire_request(); });
      },
      [&] { tested->release(); }, [&] { waiter->request.cancel(); },
      [&] {
        const bool cancelled = waiter->request.status() == request_status::cancelled;
        EXPECT_EQ(tested->try_acquire(), cancelled) << "the permit is in one place";
        EXPECT_FALSE(tested->try_acquire());
        if (!cancelled) {
          waiter->request.get();
        }
        waiter.reset();
      });
}

/// A cancelled acquire always woke the next waiter.
TYPED_TEST(race, of_a_release_with_the_abort_of_the_first_of_two) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  using waiting = cqs::tests::waiting<typename semaphore::request_type>;
  std::optional<semaphore> tested;
  std::optional<waiting> first;
  std::optional<waiting> second;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(0);
        first.emplace([&] { return tested->acquire_request(); });
        second.emplace([&] { return tested->acquire_request(); });
      },
      [&] { tested->release(); }, [&] { first->request.cancel(); },
      [&] {
        const bool cancelled = first->request.status() == request_status::cancelled;
        EXPECT_EQ(second->request.status(), cancelled ? request_status::granted : request_status::waiting);
        EXPECT_FALSE(tested->try_acquire());
        first.reset();
        second.reset();
      });
}

/// An acquire that has counted itself but does not stand in the queue yet, and the release that finds it so.
TYPED_TEST(race, of_a_release_with_an_acquire) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  std::optional<semaphore> tested;
  encounter::repeat(
      this->rounds, [&] { tested.emplace(0); }, [&] { tested->release(); }, [&] { tested->acquire(); },
      [&] { EXPECT_FALSE(tested->try_acquire()); });
}

TYPED_TEST(race, of_the_last_count_down_with_an_abort) {
  using latch = cqs::basic_latch<TypeParam::variant>;
  std::optional<latch> tested;
  std::optional<cqs::tests::waiting<typename latch::request_type>> aborting;
  std::optional<cqs::tests::waiting<typename latch::request_type>> staying;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(1);
        aborting.emplace([&] { return tested->wait_request(); });
        staying.emplace([&] { return tested->wait_request(); });
      },
      [&] { tested->count_down(); }, [&] { aborting->request.cancel(); },
      [&] {
        EXPECT_EQ(staying->request.status(), request_status::granted);
        EXPECT_TRUE(tested->try_wait());
        aborting.reset();
        staying.reset();
      });
}

/// An element that meets an aborting `take` is neither lost nor doubled.
template <class Pool, int Rounds>
void race_put_with_abort() {
  std::optional<Pool> tested;
  std::optional<cqs::tests::waiting<typename Pool::request_type>> waiter;
  encounter::repeat(
      Rounds,
      [&] {
        tested.emplace();
        waiter.emplace([&] { return tested->take_request(); });
      },
      [&] { tested->put(std::make_unique<int>(1)); }, [&] { waiter->request.cancel(); },
      [&] {
        if (waiter->request.status() == request_status::cancelled) {
          EXPECT_TRUE(tested->try_take().has_value());
        } else {
          EXPECT_EQ(*waiter->request.get(), 1);
        }
        EXPECT_FALSE(tested->try_take().has_value());
        waiter.reset();
      });
}

TYPED_TEST(race, of_a_put_into_a_queue_pool_with_an_abort) {
  race_put_with_abort<cqs::queue_pool<std::unique_ptr<int>, TypeParam::variant>, TestFixture::rounds>();
}

TYPED_TEST(race, of_a_put_into_a_stack_pool_with_an_abort) {
  race_put_with_abort<cqs::stack_pool<std::unique_ptr<int>, TypeParam::variant>, TestFixture::rounds>();
}

/// Where the writer aborts, the reader behind it comes in; where it comes in, the reader waits.
TYPED_TEST(race, of_the_last_reader_with_the_abort_of_the_writer_behind_it) {
  using mutex = cqs::basic_shared_mutex<TypeParam::variant>;
  std::optional<mutex> tested;
  std::optional<cqs::tests::waiting<typename mutex::request_type>> writer;
  std::optional<cqs::tests::waiting<typename mutex::shared_request_type>> reader;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace();
        tested->lock_shared();
        writer.emplace([&] { return tested->lock_request(); });
        reader.emplace([&] { return tested->lock_shared_request(); });
      },
      [&] { tested->unlock_shared(); }, [&] { writer->request.cancel(); },
      [&] {
        if (writer->request.status() == request_status::granted) {
          EXPECT_EQ(reader->request.status(), request_status::waiting);
          writer->request.get();
          tested->unlock();
        }
        EXPECT_EQ(reader->request.status(), request_status::granted);
        reader->request.get();
        tested->unlock_shared();
        EXPECT_TRUE(tested->try_lock());
        writer.reset();
        reader.reset();
      });
}

/// Whoever gets the mutex last may end it, although the thread that gave it away has not returned from
/// `unlock`.
TYPED_TEST(race, of_an_unlock_with_the_end_of_the_mutex) {
  using mutex = cqs::basic_mutex<TypeParam::variant>;
  mutex* tested = nullptr;
  encounter::repeat(
      this->rounds,
      [&] {
        tested = new mutex;
        tested->lock();
      },
      [&] { tested->unlock(); },
      [&] {
        tested->lock();
        tested->unlock();
        delete tested;
      },
      [] {});
}

/// The waiter is gone from the stack while its waker still holds its address.
TYPED_TEST(race, of_a_count_down_with_the_end_of_the_latch) {
  using latch = cqs::basic_latch<TypeParam::variant>;
  latch* tested = nullptr;
  encounter::repeat(
      this->rounds, [&] { tested = new latch(1); }, [&] { tested->count_down(); },
      [&] {
        tested->wait();
        delete tested;
      },
      [] {});
}

}  // namespace
