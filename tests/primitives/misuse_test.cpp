// A violated precondition causes an exception that names the call, and changes nothing.

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <tests/support/team.h>

namespace {

template <class Exception, class Call>
void expect_misuse(Call&& call, const std::string& named) {
  try {
    call();
    FAIL() << "the call did not throw";
  } catch (const Exception& e) {
    EXPECT_NE(std::string(e.what()).find(named), std::string::npos) << e.what();
  }
}

TEST(misuse, of_a_semaphore) {
  using semaphore = cqs::counting_semaphore<3>;
  expect_misuse<std::invalid_argument>([] { semaphore(-1); }, "cqs::counting_semaphore");
  expect_misuse<std::invalid_argument>([] { semaphore(4); }, "cqs::counting_semaphore");
  semaphore s(2);
  expect_misuse<std::invalid_argument>([&] { s.release(-1); }, "counting_semaphore::release");
  expect_misuse<std::invalid_argument>([&] { s.release(4); }, "counting_semaphore::release");
  expect_misuse<std::overflow_error>([&] { s.release(2); }, "counting_semaphore::release");
  EXPECT_TRUE(s.try_acquire());
  EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire()) << "the failed release released a permit";
  s.release(0);
  EXPECT_FALSE(s.try_acquire());
}

TEST(misuse, of_a_mutex) {
  cqs::mutex m;
  expect_misuse<std::system_error>([&] { m.unlock(); }, "cqs::mutex::unlock");
  EXPECT_TRUE(m.try_lock());
  EXPECT_FALSE(m.try_lock()) << "the failed unlock unlocked the mutex";
}

TEST(misuse, with_bounded_overtaking) {
  constexpr cqs::options overtaking{.order = cqs::bounded_overtaking(2)};
  cqs::basic_mutex<overtaking> m;
  expect_misuse<std::system_error>([&] { m.unlock(); }, "cqs::mutex::unlock");
  EXPECT_TRUE(m.try_lock());
  EXPECT_FALSE(m.try_lock()) << "the failed unlock unlocked the mutex";
  cqs::counting_semaphore<3, overtaking> s(2);
  expect_misuse<std::overflow_error>([&] { s.release(2); }, "counting_semaphore::release");
  s.release(0);
  EXPECT_TRUE(s.try_acquire());
  EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire()) << "the failed release released a permit";
}

TEST(misuse, of_a_shared_mutex) {
  cqs::shared_mutex m;
  expect_misuse<std::system_error>([&] { m.unlock(); }, "cqs::shared_mutex::unlock");
  expect_misuse<std::system_error>([&] { m.unlock_shared(); }, "cqs::shared_mutex::unlock_shared");
  m.lock_shared();
  expect_misuse<std::system_error>([&] { m.unlock(); }, "cqs::shared_mutex::unlock");
  expect_misuse<std::system_error>([&] { m.unlock_and_lock_shared(); },
                                   "cqs::shared_mutex::unlock_and_lock_shared");
  m.unlock_shared();
  EXPECT_TRUE(m.try_lock());
}

TEST(misuse, of_a_latch) {
  expect_misuse<std::invalid_argument>([] { cqs::latch(-1); }, "cqs::latch");
  expect_misuse<std::invalid_argument>([] { cqs::latch(cqs::latch::max() + 1); }, "cqs::latch");
  cqs::latch l(2);
  expect_misuse<std::invalid_argument>([&] { l.count_down(-1); }, "cqs::latch::count_down");
  expect_misuse<std::invalid_argument>([&] { l.count_down(3); }, "cqs::latch::count_down");
  EXPECT_FALSE(l.try_wait());
  l.count_down(2);
  EXPECT_TRUE(l.try_wait());
  expect_misuse<std::invalid_argument>([&] { l.count_down(); }, "cqs::latch::count_down");
  EXPECT_TRUE(l.try_wait());
}

TEST(misuse, of_a_latch_never_opens_it) {
  cqs::latch l(1);
  bool opened = false;
  cqs::tests::run_team(2, [&](std::size_t member) {
    for (int i = 0; i < 20'000; ++i) {
      if (member == 0) {
        EXPECT_THROW(l.count_down(2), std::invalid_argument);
      } else {
        opened = opened || l.try_wait();
      }
    }
  });
  EXPECT_FALSE(opened);
}

TEST(misuse, of_a_barrier_without_parties) {
  cqs::barrier<> b(0);
  expect_misuse<std::invalid_argument>([&] { static_cast<void>(b.arrive()); }, "cqs::barrier::arrive");
  expect_misuse<std::invalid_argument>([&] { b.arrive_and_wait(); }, "cqs::barrier::arrive");
}

/// If two threads unlock a mutex that one of them holds, one of them gets the exception.
TEST(misuse, of_a_mutex_by_two_threads_at_once) {
  cqs::mutex m;
  for (int i = 0; i < 2'000; ++i) {
    m.lock();
    std::atomic<int> refused = 0;
    cqs::tests::run_team(2, [&](std::size_t /*member*/) {
      try {
        m.unlock();
      } catch (const std::system_error&) {
        ++refused;
      }
    });
    ASSERT_EQ(refused, 1);
    ASSERT_TRUE(m.try_lock());
    ASSERT_FALSE(m.try_lock()) << "the mutex has two owners";
    m.unlock();
  }
}

/// If two threads unlock a mutex that one of them holds, one of them gets the exception.
TEST(misuse, of_a_shared_mutex_by_two_threads_at_once) {
  cqs::shared_mutex m;
  for (int i = 0; i < 2'000; ++i) {
    m.lock_shared();
    std::atomic<int> refused = 0;
    cqs::tests::run_team(2, [&](std::size_t /*member*/) {
      try {
        m.unlock_shared();
      } catch (const std::system_error&) {
        ++refused;
      }
    });
    ASSERT_EQ(refused, 1);
    ASSERT_TRUE(m.try_lock());
    m.unlock();
  }
}

TEST(misuse, of_a_barrier) {
  expect_misuse<std::invalid_argument>([] { cqs::barrier<>(-3); }, "cqs::barrier");
  expect_misuse<std::invalid_argument>([] { cqs::barrier<>(cqs::barrier<>::max() + 1); }, "cqs::barrier");
  cqs::barrier<> b(2);
  expect_misuse<std::invalid_argument>([&] { static_cast<void>(b.arrive(0)); }, "cqs::barrier::arrive");
  expect_misuse<std::invalid_argument>([&] { static_cast<void>(b.arrive(3)); }, "cqs::barrier::arrive");
  b.arrive_and_drop();
  b.arrive_and_drop();
  expect_misuse<std::invalid_argument>([&] { b.arrive_and_wait(); }, "cqs::barrier::arrive");
  expect_misuse<std::invalid_argument>([&] { static_cast<void>(b.arrive()); }, "cqs::barrier::arrive");
  expect_misuse<std::invalid_argument>([&] { b.arrive_and_drop(); }, "cqs::barrier::arrive");
}

}  // namespace
