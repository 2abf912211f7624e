#include <cqs/wound_wait.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <system_error>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sleeping_thread.h"
#include "tests/support/team.h"

namespace cqs {
namespace {

using namespace std::chrono_literals;

struct wound_wait : ::testing::Test {
  ww_domain domain;
  ww_mutex a{domain};
  ww_mutex b{domain};

  static auto soon() { return std::chrono::steady_clock::now() + 1ms; }
};

TEST_F(wound_wait, releases_all_mutexes_at_commit) {
  ww_transaction first(domain);
  EXPECT_EQ(first.lock(a), ww_result::locked);
  EXPECT_EQ(first.lock(b), ww_result::locked);
  EXPECT_TRUE(first.commit());
  ww_transaction second(domain);
  EXPECT_EQ(second.lock(b), ww_result::locked);
  EXPECT_EQ(second.lock(a), ww_result::locked);
}

TEST_F(wound_wait, the_younger_waits_for_the_older) {
  ww_transaction older(domain);
  ww_transaction younger(domain);
  EXPECT_EQ(older.lock(a), ww_result::locked);
  EXPECT_EQ(younger.lock_until(a, soon()), ww_result::aborted);
  EXPECT_FALSE(older.wounded());
  EXPECT_FALSE(younger.wounded());
}

TEST_F(wound_wait, the_older_wounds_the_younger) {
  ww_transaction older(domain);
  ww_transaction younger(domain);
  EXPECT_EQ(younger.lock(a), ww_result::locked);
  EXPECT_EQ(older.lock_until(a, soon()), ww_result::aborted);
  EXPECT_TRUE(younger.wounded());
  EXPECT_EQ(younger.lock(b), ww_result::wounded);
  EXPECT_FALSE(younger.commit());
  EXPECT_EQ(older.lock(a), ww_result::locked);
}

TEST_F(wound_wait, commits_despite_a_wound_when_it_holds_all_mutexes) {
  ww_transaction older(domain);
  ww_transaction younger(domain);
  EXPECT_EQ(younger.lock(a), ww_result::locked);
  EXPECT_EQ(older.lock_until(a, soon()), ww_result::aborted);
  EXPECT_TRUE(younger.commit());
}

TEST_F(wound_wait, a_wound_ends_the_wait_of_its_victim) {
  ww_transaction oldest(domain);
  ww_transaction older(domain);
  ww_transaction younger(domain);
  EXPECT_EQ(oldest.lock(b), ww_result::locked);
  EXPECT_EQ(younger.lock(a), ww_result::locked);
  std::jthread waiting([&] {
    EXPECT_EQ(younger.lock(b), ww_result::wounded);
    younger.rollback();
  });
  EXPECT_EQ(older.lock(a), ww_result::locked);
}

TEST_F(wound_wait, keeps_its_age_when_rolled_back_and_is_the_youngest_after_a_commit) {
  ww_transaction transaction(domain);
  const auto stamp = transaction.stamp();
  EXPECT_EQ(transaction.lock(a), ww_result::locked);
  transaction.rollback();
  EXPECT_EQ(transaction.stamp(), stamp);
  ww_transaction other(domain);
  EXPECT_TRUE(transaction.commit());
  EXPECT_GT(transaction.stamp(), other.stamp());
}

TEST_F(wound_wait, two_waiters_of_different_age_both_get_the_mutex) {
  ww_transaction oldest(domain);
  ww_transaction older(domain);
  ww_transaction younger(domain);
  std::vector<int> order;
  EXPECT_EQ(oldest.lock(a), ww_result::locked);
  {
    std::atomic<bool> younger_waits{false};
    std::jthread second([&] {
      younger_waits.store(true);
      EXPECT_EQ(younger.lock(a), ww_result::locked);
      order.push_back(2);
      EXPECT_TRUE(younger.commit());
    });
    while (!younger_waits.load()) {
      std::this_thread::yield();
    }
    std::jthread first([&] {
      EXPECT_EQ(older.lock(a), ww_result::locked);
      order.push_back(1);
      EXPECT_TRUE(older.commit());
    });
    EXPECT_TRUE(oldest.commit());
  }
  EXPECT_EQ(order.size(), 2U) << "a waiter did not get the mutex (the checker examines the order)";
}

TEST_F(wound_wait, aborts_on_a_stop_request) {
  ww_transaction older(domain);
  ww_transaction younger(domain);
  EXPECT_EQ(older.lock(a), ww_result::locked);
  std::stop_source stop;
  std::jthread waiting([&] { EXPECT_EQ(younger.lock(a, stop.get_token()), ww_result::aborted); });
  stop.request_stop();
}

TEST_F(wound_wait, run_retries_with_the_same_age) {
  ww_transaction older(domain);
  std::vector<std::uint64_t> stamps;
  EXPECT_TRUE(run(domain, [&](ww_transaction& younger) {
    stamps.push_back(younger.stamp());
    if (younger.lock(a) != ww_result::locked) {
      return;
    }
    if (stamps.size() == 1) {
      EXPECT_EQ(older.lock_until(a, soon()), ww_result::aborted);
    }
    static_cast<void>(younger.lock(b));
  }));
  ASSERT_EQ(stamps.size(), 2U);
  EXPECT_EQ(stamps[0], stamps[1]);
}

TEST_F(wound_wait, run_ends_when_its_body_returns_false) {
  int calls = 0;
  EXPECT_FALSE(run(domain, [&](ww_transaction& t) {
    ++calls;
    EXPECT_EQ(t.lock(a), ww_result::locked);
    return false;
  }));
  EXPECT_EQ(calls, 1);
  ww_transaction next(domain);
  EXPECT_EQ(next.lock(a), ww_result::locked);
}

TEST_F(wound_wait, a_body_that_throws_rolls_back) {
  EXPECT_THROW(run(domain,
                   [&](ww_transaction& t) {
                     EXPECT_EQ(t.lock(a), ww_result::locked);
                     throw std::runtime_error("body");
                   }),
               std::runtime_error);
  ww_transaction next(domain);
  EXPECT_EQ(next.lock(a), ww_result::locked);
}

TEST_F(wound_wait, a_wounded_body_that_throws_rolls_back_without_a_retry) {
  ww_transaction older(domain);
  std::jthread waiting;
  int calls = 0;
  EXPECT_THROW(run(domain,
                   [&](ww_transaction& younger) {
                     ++calls;
                     EXPECT_EQ(younger.lock(a), ww_result::locked);
                     waiting = std::jthread([&] { EXPECT_EQ(older.lock(a), ww_result::locked); });
                     while (!younger.wounded()) {
                       std::this_thread::yield();
                     }
                     EXPECT_EQ(younger.lock(b), ww_result::wounded);
                     throw std::runtime_error("body");
                   }),
               std::runtime_error);
  waiting.join();
  EXPECT_EQ(calls, 1);
}

TEST_F(wound_wait, rejects_locking_a_mutex_twice) {
  ww_transaction transaction(domain);
  EXPECT_EQ(transaction.lock(a), ww_result::locked);
  EXPECT_EQ(transaction.lock(b), ww_result::locked);
  EXPECT_THROW(static_cast<void>(transaction.lock(a)), std::system_error);
  EXPECT_TRUE(transaction.commit());
}

TEST_F(wound_wait, rejects_a_mutex_of_another_domain) {
  ww_domain elsewhere;
  ww_mutex foreign(elsewhere);
  ww_transaction transaction(domain);
  EXPECT_THROW(static_cast<void>(transaction.lock(foreign)), std::invalid_argument);
}

/// The native platform with a delay: a stopped wait does not return until another thread sleeps or has
/// yielded too often. This models a thread of low priority that gets no processor time.
struct low_priority : native {
  static constexpr int too_many_yields = 10'000;
  static inline std::atomic<bool> has_stopped{false};
  static inline std::atomic<bool> may_return{false};
  static inline std::atomic<int> yields{0};
  static inline std::atomic<int> sleeps{0};

  template <class Callback>
  class stop_callback : public std::stop_callback<Callback> {
   public:
    using std::stop_callback<Callback>::stop_callback;
    ~stop_callback() {
      has_stopped.store(true);
      has_stopped.notify_one();
      may_return.wait(false);
    }
  };

  static void reset() noexcept {
    has_stopped.store(false);
    may_return.store(false);
    yields.store(0);
    sleeps.store(0);
  }

  static void yield() noexcept {
    if (++yields == too_many_yields) {
      let_return();
    }
    native::yield();
  }

  static bool futex_wait_until(const atomic<std::uint32_t>& word, std::uint32_t expected,
                               clock::time_point time) noexcept {
    ++sleeps;
    let_return();
    return native::futex_wait_until(word, expected, time);
  }

  static void let_return() noexcept {
    may_return.store(true);
    may_return.notify_one();
  }
};

TEST(wound_wait_priorities, a_younger_transaction_sleeps_while_an_older_one_aborts) {
  low_priority::reset();
  using transaction = basic_ww_transaction<options{}, low_priority>;
  basic_ww_domain<low_priority> domain;
  basic_ww_mutex<options{}, low_priority> mutex(domain);
  transaction oldest(domain);
  transaction older(domain);
  transaction younger(domain);
  ASSERT_EQ(oldest.lock(mutex), ww_result::locked);
  tests::sleeping_thread waiting(
      [&](const std::stop_token& stop) { EXPECT_EQ(older.lock(mutex, stop), ww_result::aborted); });
  waiting.stop_source().request_stop();
  low_priority::has_stopped.wait(false);
  ASSERT_TRUE(oldest.commit());
  EXPECT_EQ(younger.lock(mutex), ww_result::locked);
  EXPECT_GT(low_priority::sleeps.load(), 0);
  EXPECT_LT(low_priority::yields.load(), low_priority::too_many_yields);
}

TEST(wound_wait_stress, transfers_preserve_the_sum_and_never_deadlock) {
  constexpr std::size_t accounts = 5;
  constexpr std::size_t threads = 4;
  constexpr int transfers = 50000;
  ww_domain domain;
  struct account {
    explicit account(ww_domain& d) : mutex(d) {}
    ww_mutex mutex;
    long balance = 100;
  };
  std::array<account, accounts> bank{account(domain), account(domain), account(domain), account(domain),
                                     account(domain)};
  tests::run_team(threads, [&](std::size_t index) {
    std::minstd_rand random(static_cast<unsigned>(index + 1));
    for (int i = 0; i < transfers; ++i) {
      const std::size_t from = random() % accounts;
      const std::size_t over = (from + 1 + random() % (accounts - 1)) % accounts;
      std::size_t third = random() % accounts;
      while (third == from || third == over) {
        third = (third + 1) % accounts;
      }
      run(domain, [&](ww_transaction& t) {
        for (const std::size_t each : {from, over, third}) {
          if (t.lock(bank[each].mutex) != ww_result::locked) {
            return;
          }
        }
        bank[from].balance -= 2;
        ++bank[over].balance;
        ++bank[third].balance;
      });
    }
  });
  const long sum = std::accumulate(bank.begin(), bank.end(), 0L,
                                   [](long total, const account& each) { return total + each.balance; });
  EXPECT_EQ(sum, 100L * accounts);
}

}  // namespace
}  // namespace cqs
