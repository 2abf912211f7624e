// Accounts with one mutex each. A transfer locks two of them at once. An audit gives up when a lock times
// out, and tries again later.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include <cqs/mutex.h>

using namespace std::chrono_literals;

struct account {
  cqs::mutex mutex;
  int balance = 100;
};

void transfer(account& from, account& to, int amount) {
  const std::scoped_lock both(from.mutex, to.mutex);  // in any order, without deadlock
  from.balance -= amount;
  to.balance += amount;
}

/// Locks an account for a while, as a bank clerk would.
void work_on(account& account, std::chrono::milliseconds time) {
  const std::lock_guard guard(account.mutex);
  std::this_thread::sleep_for(time);
}

/// Returns the sum of all balances, or -1 if a lock timed out.
int audit(std::array<account, 4>& accounts, std::chrono::milliseconds patience) {
  std::array<std::unique_lock<cqs::mutex>, 4> locks;
  int sum = 0;
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    locks[i] = std::unique_lock(accounts[i].mutex, patience);
    if (!locks[i]) {
      return -1;
    }
    sum += accounts[i].balance;
  }
  return sum;
}

int main() {
  std::array<account, 4> accounts;
  int sum = -1;
  int attempts = 0;
  {
    std::vector<std::jthread> others;
    others.emplace_back([&] {
      for (std::size_t i = 0; i < 1000; ++i) {
        transfer(accounts[i % 4], accounts[(i + 1) % 4], 5);
      }
    });
    others.emplace_back([&] {
      for (std::size_t i = 0; i < 1000; ++i) {
        transfer(accounts[(i + 1) % 4], accounts[i % 4], 7);
      }
    });
    others.emplace_back([&] { work_on(accounts[3], 20ms); });
    for (; sum == -1; ++attempts) {
      sum = audit(accounts, 5ms);
    }
  }
  const int final_sum = audit(accounts, 0ms);
  std::printf("audit: %d, at attempt %d; final sum: %d\n", sum, attempts, final_sum);
  return sum == 400 && final_sum == 400 ? 0 : 1;
}
