// Two threads race at one point, many times: races that caused bugs in other libraries. The checker explores
// the same races exhaustively; here the real machine runs them.

#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>
#include <tests/support/encounter.h>
#include <tests/support/places.h>
#include <tests/support/variants.h>

namespace {

using cqs::request_status;

using cqs::tests::encounter;

template <class Case>
class race : public testing::Test {
 protected:
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  static constexpr int rounds = 2'000;
#else
  static constexpr int rounds = 10'000;
#endif
};

/// A variant and a kind of waiter.
template <class Waits, cqs::resumption Resumption, cqs::cancellation Cancellation, std::size_t SegmentSize,
          std::uint32_t SpinLimit>
struct case_of : cqs::tests::variant_of<Resumption, Cancellation, SegmentSize, SpinLimit> {
  using waits = Waits;
};

template <class Waits, std::size_t SegmentSize>
struct overtaking_case_of : cqs::tests::overtaking_variant_of<1, SegmentSize, 1> {
  using waits = Waits;
};

struct case_name {
  template <class Case>
  static std::string GetName(int index) {
    const bool is_request = std::is_same_v<typename Case::waits, cqs::tests::by_request>;
    return (is_request ? "by_request_" : "by_coroutine_") + cqs::tests::variant_name::GetName<Case>(index);
  }
};

using enum cqs::resumption;
using enum cqs::cancellation;
using cqs::tests::by_coroutine;
using cqs::tests::by_request;
using cases =
    testing::Types<case_of<by_request, async, smart, 1, 1>, case_of<by_request, async, smart, 64, 10>,
                   case_of<by_request, async, simple, 2, 1>, case_of<by_request, sync, smart, 2, 1>,
                   case_of<by_request, sync, simple, 1, 10>, case_of<by_coroutine, async, smart, 1, 1>,
                   case_of<by_coroutine, async, smart, 64, 10>, case_of<by_coroutine, async, simple, 2, 1>,
                   case_of<by_coroutine, sync, smart, 2, 1>, case_of<by_coroutine, sync, simple, 1, 10>,
                   overtaking_case_of<by_request, 1>, overtaking_case_of<by_coroutine, 2>>;
TYPED_TEST_SUITE(race, cases, case_name);

/// The REFUSE problem: it turned one permit into two.
TYPED_TEST(race, of_a_release_with_the_abort_of_the_only_waiter) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  using waits = typename TypeParam::waits;
  std::optional<semaphore> tested;
  decltype(waits::acquire(*tested)) waiter;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(0);
        waiter = waits::acquire(*tested);
      },
      [&] { tested->release(); }, [&] { waiter->cancel(); },
      [&] {
        const bool cancelled = waiter->status() == request_status::cancelled;
        EXPECT_EQ(tested->try_acquire(), cancelled) << "the permit is lost or duplicated";
        EXPECT_FALSE(tested->try_acquire());
        if (!cancelled) {
          waiter->get();
        }
        waiter.reset();
      });
}

/// Regression: every cancelled acquire woke the next waiter.
TYPED_TEST(race, of_a_release_with_the_abort_of_the_first_of_two) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  using waits = typename TypeParam::waits;
  std::optional<semaphore> tested;
  decltype(waits::acquire(*tested)) first;
  decltype(waits::acquire(*tested)) second;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(0);
        first = waits::acquire(*tested);
        second = waits::acquire(*tested);
      },
      [&] { tested->release(); }, [&] { first->cancel(); },
      [&] {
        const bool cancelled = first->status() == request_status::cancelled;
        EXPECT_EQ(second->status(), cancelled ? request_status::granted : request_status::waiting);
        EXPECT_FALSE(tested->try_acquire());
        first.reset();
        second.reset();
      });
}

/// A release meets an acquire that has decremented the counter but has not enqueued yet.
TYPED_TEST(race, of_a_release_with_an_acquire) {
  using semaphore = cqs::counting_semaphore<2, TypeParam::variant>;
  std::optional<semaphore> tested;
  encounter::repeat(
      this->rounds, [&] { tested.emplace(0); }, [&] { tested->release(); }, [&] { tested->acquire(); },
      [&] { EXPECT_FALSE(tested->try_acquire()); });
}

TYPED_TEST(race, of_the_last_count_down_with_an_abort) {
  using latch = cqs::basic_latch<TypeParam::variant>;
  using waits = typename TypeParam::waits;
  std::optional<latch> tested;
  decltype(waits::wait(*tested)) aborting;
  decltype(waits::wait(*tested)) staying;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace(1);
        aborting = waits::wait(*tested);
        staying = waits::wait(*tested);
      },
      [&] { tested->count_down(); }, [&] { aborting->cancel(); },
      [&] {
        EXPECT_EQ(staying->status(), request_status::granted);
        EXPECT_TRUE(tested->try_wait());
        aborting.reset();
        staying.reset();
      });
}

/// An element that meets an aborting `take` is neither lost nor duplicated.
template <class Waits, class Pool, int Rounds>
void race_put_with_abort() {
  std::optional<Pool> tested;
  decltype(Waits::take(*tested)) waiter;
  encounter::repeat(
      Rounds,
      [&] {
        tested.emplace();
        waiter = Waits::take(*tested);
      },
      [&] { tested->put(std::make_unique<int>(1)); }, [&] { waiter->cancel(); },
      [&] {
        if (waiter->status() == request_status::cancelled) {
          EXPECT_TRUE(tested->try_take().has_value());
        } else {
          EXPECT_EQ(*waiter->get(), 1);
        }
        EXPECT_FALSE(tested->try_take().has_value());
        waiter.reset();
      });
}

TYPED_TEST(race, of_a_put_into_a_queue_pool_with_an_abort) {
  race_put_with_abort<typename TypeParam::waits, cqs::queue_pool<std::unique_ptr<int>, TypeParam::variant>,
                      TestFixture::rounds>();
}

TYPED_TEST(race, of_a_put_into_a_stack_pool_with_an_abort) {
  race_put_with_abort<typename TypeParam::waits, cqs::stack_pool<std::unique_ptr<int>, TypeParam::variant>,
                      TestFixture::rounds>();
}

/// If the writer aborts, the reader behind it enters. If the writer enters, the reader waits.
TYPED_TEST(race, of_the_last_reader_with_the_abort_of_the_writer_behind_it) {
  using mutex = cqs::basic_shared_mutex<TypeParam::variant>;
  using waits = typename TypeParam::waits;
  std::optional<mutex> tested;
  decltype(waits::lock(*tested)) writer;
  decltype(waits::lock_shared(*tested)) reader;
  encounter::repeat(
      this->rounds,
      [&] {
        tested.emplace();
        tested->lock_shared();
        writer = waits::lock(*tested);
        reader = waits::lock_shared(*tested);
      },
      [&] { tested->unlock_shared(); }, [&] { writer->cancel(); },
      [&] {
        if (writer->status() == request_status::granted) {
          EXPECT_EQ(reader->status(), request_status::waiting);
          writer->get();
          tested->unlock();
        }
        EXPECT_EQ(reader->status(), request_status::granted);
        reader->get();
        tested->unlock_shared();
        EXPECT_TRUE(tested->try_lock());
        writer.reset();
        reader.reset();
      });
}

/// The last owner may destroy the mutex although the previous owner has not returned from `unlock`.
TYPED_TEST(race, of_an_unlock_with_the_destruction_of_the_mutex) {
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

/// The waiter leaves the stack while its waker still holds its address.
TYPED_TEST(race, of_a_count_down_with_the_destruction_of_the_latch) {
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
