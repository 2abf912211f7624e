#include <stop_token>

#include "baselines/implementations/mutexes.h"
#include "mutex_checks.h"

namespace cqs::baselines::conformance {
namespace {

template <class M>
using is_fair = std::bool_constant<fair_mutex<M>>;
#if defined(__SANITIZE_THREAD__)
// The thread sanitizer does not know `pthread_mutex_clocklock`, and takes a mutex that it locked for
// unlocked.
template <class M>
constexpr bool has_known_timed_lock =
    !M::about.name.starts_with("posix.") && !M::about.name.starts_with("std.");
#else
template <class M>
constexpr bool has_known_timed_lock = true;
#endif

template <class M>
using is_abortable = std::bool_constant<abortable_mutex<M> && has_known_timed_lock<M>>;
template <class M>
using is_stoppable = std::bool_constant<stoppable_mutex<M>>;

template <class M>
struct mutexes_all : testing::Test {};
TYPED_TEST_SUITE(mutexes_all, test_types<conforming<mutexes_and_variants>>, type_names);

TYPED_TEST(mutexes_all, admit_one_at_a_time) {
  EXPECT_EQ(meetings_inside<TypeParam>(), 0);
}

TYPED_TEST(mutexes_all, publish_writes_to_the_next_holder) {
  TypeParam mutex;
  std::size_t written = 0;  // the thread sanitizer finds a race on it
  std::atomic<std::size_t> expected = 0;
  stress([&](std::size_t /*index*/, auto more) {
    std::size_t own = 0;
    for (; more(); ++own) {
      typename TypeParam::hold hold;
      mutex.lock(hold);
      ++written;
      mutex.unlock(hold);
    }
    expected += own;
  });
  EXPECT_EQ(written, expected.load());
}

template <class M>
struct mutexes_fair : testing::Test {};
using mutexes_fair_types = test_types<claiming<mutexes_and_variants, is_fair>>;
TYPED_TEST_SUITE(mutexes_fair, mutexes_fair_types, type_names);

TYPED_TEST(mutexes_fair, serve_in_fifo_order) {
  EXPECT_TRUE(holds_in_one_of_three_tries(serves_in_order<TypeParam>));
}

template <class M>
struct mutexes_abortable : testing::Test {};
using mutexes_abortable_types = test_types<claiming<mutexes, is_abortable>>;
TYPED_TEST_SUITE(mutexes_abortable, mutexes_abortable_types, type_names);

TYPED_TEST(mutexes_abortable, abort_at_the_deadline) {
  TypeParam mutex;
  typename TypeParam::hold own;
  mutex.lock(own);
  run_team(1, [&](std::size_t /*index*/) {
    typename TypeParam::hold hold;
    EXPECT_FALSE(mutex.try_lock_for(hold, 1ns));
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(mutex.try_lock_for(hold, 3ms));
    EXPECT_GE(std::chrono::steady_clock::now() - start, 3ms);
  });
  mutex.unlock(own);
  run_team(1, [&](std::size_t /*index*/) {
    typename TypeParam::hold hold;
    ASSERT_TRUE(mutex.try_lock_for(hold, 10s));
    mutex.unlock(hold);
  });
}

TYPED_TEST(mutexes_abortable, stay_exclusive_in_a_storm_of_aborts) {
  TypeParam mutex;
  std::size_t written = 0;
  std::atomic<std::size_t> expected = 0;
  stress([&](std::size_t index, auto more) {
    std::size_t own = 0;
    for (std::size_t i = index; more(); ++i) {
      typename TypeParam::hold hold;
      if (i % 2 == 0) {
        mutex.lock(hold);
      } else if (!mutex.try_lock_for(hold, std::chrono::microseconds(i % 16))) {
        continue;
      }
      ++written;
      ++own;
      mutex.unlock(hold);
    }
    expected += own;
  });
  EXPECT_EQ(written, expected.load());
}

template <class M>
struct mutexes_stoppable : testing::Test {};
using mutexes_stoppable_types = test_types<claiming<mutexes, is_stoppable>>;
TYPED_TEST_SUITE(mutexes_stoppable, mutexes_stoppable_types, type_names);

TYPED_TEST(mutexes_stoppable, abort_on_a_stop_request) {
  TypeParam mutex;
  typename TypeParam::hold own;
  mutex.lock(own);
  std::stop_source source;
  line waiters;
  waiters.join([&] {
    typename TypeParam::hold hold;
    EXPECT_FALSE(mutex.lock(hold, source.get_token()));
  });
  source.request_stop();
  waiters.leave();
  mutex.unlock(own);
  ASSERT_TRUE(mutex.try_lock_for(own, 10s));
  mutex.unlock(own);
}

/// The aborting waiter is between two others, which keep their order.
template <class M>
bool abort_keeps_the_order() {
  M mutex;
  log log;
  line patient;
  line impatient;
  std::stop_source source;
  typename M::hold own;
  const auto wait = [&](std::size_t i) {
    typename M::hold hold;
    mutex.lock(hold);
    log.add(i);
    mutex.unlock(hold);
  };
  mutex.lock(own);
  patient.join([&] { wait(0); });
  impatient.join([&] {
    typename M::hold hold;
    EXPECT_FALSE(mutex.lock(hold, source.get_token()));
  });
  patient.join([&] { wait(1); });
  source.request_stop();
  impatient.leave();
  patient.join([&] { wait(2); });
  mutex.unlock(own);
  patient.leave();
  return log.count() == 3 && log.is_in_order();
}

template <class M>
using is_fair_and_stoppable = std::bool_constant<fair_mutex<M> && stoppable_mutex<M>>;

template <class M>
struct mutexes_fair_and_stoppable : testing::Test {};
using mutexes_fair_and_stoppable_types = test_types<claiming<mutexes, is_fair_and_stoppable>>;
TYPED_TEST_SUITE(mutexes_fair_and_stoppable, mutexes_fair_and_stoppable_types, type_names);

TYPED_TEST(mutexes_fair_and_stoppable, keep_their_order_when_one_aborts) {
  EXPECT_TRUE(holds_in_one_of_three_tries(abort_keeps_the_order<TypeParam>));
}

}  // namespace
}  // namespace cqs::baselines::conformance
