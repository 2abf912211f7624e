#include <stop_token>

#include "baselines/implementations/shared_mutexes.h"
#include "support.h"

namespace cqs::baselines::conformance {
namespace {

template <class M>
using is_abortable = std::bool_constant<abortable_shared_mutex<M>>;
template <class M>
using is_stoppable = std::bool_constant<stoppable_shared_mutex<M>>;

template <class M>
struct shared_mutexes_all : testing::Test {};
TYPED_TEST_SUITE(shared_mutexes_all, test_types<conforming<shared_mutexes_and_variants>>, type_names);

TYPED_TEST(shared_mutexes_all, keep_readers_and_writers_apart) {
  TypeParam mutex;
  std::size_t written = 0;
  std::size_t shadow = 0;
  std::atomic<std::size_t> expected = 0;
  std::atomic<std::size_t> torn = 0;
  stress([&](std::size_t index, auto more) {
    std::size_t own = 0;
    for (std::size_t i = index; more(); ++i) {
      typename TypeParam::hold hold;
      if (i % 4 == 0) {
        mutex.lock(hold);
        ++written;
        std::this_thread::yield();
        ++shadow;
        ++own;
        mutex.unlock(hold);
      } else {
        mutex.lock_shared(hold);
        torn += written != shadow ? 1 : 0;
        mutex.unlock_shared(hold);
      }
    }
    expected += own;
  });
  EXPECT_EQ(written, expected.load());
  EXPECT_EQ(torn, 0);
}

TYPED_TEST(shared_mutexes_all, admit_readers_together) {
  TypeParam mutex;
  std::atomic<std::size_t> inside = 0;
  run_team(team_size, [&](std::size_t /*index*/) {
    typename TypeParam::hold hold;
    mutex.lock_shared(hold);
    ++inside;
    while (inside < team_size) {  // forever, if a reader excluded another one
      std::this_thread::yield();
    }
    mutex.unlock_shared(hold);
  });
  EXPECT_EQ(inside, team_size);
}

template <class M>
struct shared_mutexes_abortable : testing::Test {};
using shared_mutexes_abortable_types = test_types<claiming<shared_mutexes, is_abortable>>;
TYPED_TEST_SUITE(shared_mutexes_abortable, shared_mutexes_abortable_types, type_names);

TYPED_TEST(shared_mutexes_abortable, abort_at_the_deadline) {
  TypeParam mutex;
  typename TypeParam::hold own;
  mutex.lock(own);
  run_team(2, [&](std::size_t index) {
    typename TypeParam::hold hold;
    EXPECT_FALSE(index == 0 ? mutex.try_lock_for(hold, 3ms) : mutex.try_lock_shared_for(hold, 3ms));
  });
  mutex.unlock(own);
  ASSERT_TRUE(mutex.try_lock_shared_for(own, 10s));
  mutex.unlock_shared(own);
}

template <class M>
struct shared_mutexes_stoppable : testing::Test {};
using shared_mutexes_stoppable_types = test_types<claiming<shared_mutexes, is_stoppable>>;
TYPED_TEST_SUITE(shared_mutexes_stoppable, shared_mutexes_stoppable_types, type_names);

TYPED_TEST(shared_mutexes_stoppable, admit_readers_when_the_writer_before_them_aborts) {
  TypeParam mutex;
  std::stop_source source;
  line waiters;
  typename TypeParam::hold own;
  mutex.lock_shared(own);
  waiters.join([&] {
    typename TypeParam::hold hold;
    EXPECT_FALSE(mutex.lock(hold, source.get_token()));
  });
  waiters.join([&] {
    typename TypeParam::hold hold;
    mutex.lock_shared(hold);
    mutex.unlock_shared(hold);
  });
  source.request_stop();
  waiters.leave();
  mutex.unlock_shared(own);
}

}  // namespace
}  // namespace cqs::baselines::conformance
