// Transfers between accounts in both directions. Each locks two mutexes, in any order, without deadlock.

#include <cqs/wound_wait.h>

#include <thread>
#include <vector>

int main() {
  struct account {
    explicit account(cqs::ww_domain& domain) : mutex(domain) {}
    cqs::ww_mutex mutex;
    long balance = 100;
  };
  cqs::ww_domain domain;
  account a(domain);
  account b(domain);

  const auto transfer = [&domain](account& from, account& to) {
    cqs::run(domain, [&](cqs::ww_transaction& transaction) {
      if (transaction.lock(from.mutex) != cqs::ww_result::locked ||
          transaction.lock(to.mutex) != cqs::ww_result::locked) {
        return;  // wounded by an older transaction that needs our mutex; `run` retries
      }
      --from.balance;
      ++to.balance;
    });
  };
  {
    std::vector<std::jthread> team;
    for (const bool there : {true, false}) {
      team.emplace_back([&, there] {
        for (int i = 0; i < 1000; ++i) {
          there ? transfer(a, b) : transfer(b, a);
        }
      });
    }
  }
  return a.balance == 100 && b.balance == 100 ? 0 : 1;
}
