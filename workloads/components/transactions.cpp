// Transfers between accounts, each with its own mutex: a transaction holds several mutexes.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include <cqs/mutex.h>
#include <cqs/wound_wait.h>

#include "baselines/concepts/description.h"
#include "baselines/cqs/variants.h"
#include "baselines/std/origin.h"
#include "harness/team/team_sample.h"
#include "workloads/support/experiment_builder.h"
#include "workloads/support/work_of.h"

namespace cqs::workloads {

namespace {

using clock = std::chrono::steady_clock;
using accounts_of_transfer = std::vector<std::size_t>;

/// Chooses accounts by Zipf's law: a few accounts are in most transfers.
class choice {
 public:
  choice(std::size_t accounts, std::size_t held, std::uint64_t seed) : _random(seed), _held(held) {
    std::vector<double> weights(accounts);
    for (std::size_t i = 0; i < accounts; ++i) {
      weights[i] = 1.0 / std::pow(static_cast<double>(i + 1), exponent);
    }
    _accounts = std::discrete_distribution<std::size_t>(weights.begin(), weights.end());
  }

  /// Returns distinct accounts, in any order.
  const accounts_of_transfer& next() {
    _chosen.clear();
    while (_chosen.size() < _held) {
      const std::size_t account = _accounts(_random);
      if (std::find(_chosen.begin(), _chosen.end(), account) == _chosen.end()) {
        _chosen.push_back(account);
      }
    }
    return _chosen;
  }

 private:
  static constexpr double exponent = 0.8;

  std::mt19937_64 _random;
  std::size_t _held;
  std::discrete_distribution<std::size_t> _accounts;
  accounts_of_transfer _chosen;
};

/// Every way to lock has `transfer(accounts, look, commit)`. It calls `look()` for each account as soon as it
/// holds that mutex, before it asks for the next one, like a transaction that discovers its accounts step by
/// step. Then it calls `commit()` with all of them held. Returns the number of attempts that it gave up.
struct wound_wait_bank {
  static constexpr baselines::description about{"cqs.wound_wait", baselines::cqs_origin,
                                                baselines::waiting::parking};

  explicit wound_wait_bank(std::size_t accounts) {
    for (std::size_t i = 0; i < accounts; ++i) {
      _mutexes.push_back(std::make_unique<ww_mutex>(_domain));
    }
  }

  template <class Look, class Commit>
  std::uint64_t transfer(const accounts_of_transfer& accounts, Look look, Commit commit) {
    std::uint64_t attempts = 0;
    run(_domain, [&](ww_transaction& transaction) {
      ++attempts;
      for (const auto account : accounts) {
        if (transaction.lock(*_mutexes[account]) != ww_result::locked) {
          return;
        }
        look();
      }
      commit();
    });
    return attempts - 1;
  }

 private:
  ww_domain _domain;
  std::vector<std::unique_ptr<ww_mutex>> _mutexes;
};

/// For ways that take all mutexes at once.
template <class Look>
void look_at_all(const accounts_of_transfer& accounts, Look look) {
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    look();
  }
}

/// The algorithm of std::lock: waits for one mutex while it holds no other.
struct scoped_lock_bank {
  static constexpr baselines::description about{"std.scoped_lock", baselines::std_origin,
                                                baselines::waiting::parking};

  explicit scoped_lock_bank(std::size_t accounts) : _mutexes(accounts) {}

  template <class Look, class Commit>
  std::uint64_t transfer(const accounts_of_transfer& accounts, Look look, Commit commit) {
    const std::scoped_lock held(_mutexes[accounts[0]], _mutexes[accounts[1]]);
    look_at_all(accounts, look);
    commit();
    return 0;
  }

 private:
  std::vector<std::mutex> _mutexes;
};

/// Locks in the order of the accounts: possible only if all are known at the beginning.
template <class Mutex>
struct ordered_bank {
  static constexpr baselines::description about{"two_phase.ordered", baselines::cqs_origin,
                                                baselines::waiting::parking};

  explicit ordered_bank(std::size_t accounts) : _mutexes(accounts) {}

  template <class Look, class Commit>
  std::uint64_t transfer(accounts_of_transfer accounts, Look look, Commit commit) {
    std::sort(accounts.begin(), accounts.end());
    for (const auto account : accounts) {
      _mutexes[account].lock();
      look();
    }
    commit();
    for (const auto account : accounts) {
      _mutexes[account].unlock();
    }
    return 0;
  }

 private:
  std::vector<Mutex> _mutexes;
};

struct coarse_bank {
  static constexpr baselines::description about{"coarse.std_mutex", baselines::std_origin,
                                                baselines::waiting::parking};

  explicit coarse_bank(std::size_t /*accounts*/) {}

  template <class Look, class Commit>
  std::uint64_t transfer(const accounts_of_transfer& accounts, Look look, Commit commit) {
    const std::lock_guard held(_mutex);
    look_at_all(accounts, look);
    commit();
    return 0;
  }

 private:
  std::mutex _mutex;
};

/// Tries all; if one is taken, releases them and backs off.
struct no_wait_bank {
  static constexpr baselines::description about{"two_phase.no_wait", baselines::cqs_origin,
                                                baselines::waiting::spinning};

  explicit no_wait_bank(std::size_t accounts) : _mutexes(accounts) {}

  template <class Look, class Commit>
  std::uint64_t transfer(const accounts_of_transfer& accounts, Look look, Commit commit) {
    std::uint64_t failures = 0;
    while (!try_all(accounts, look)) {
      ++failures;
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(failures, 10) * 10; ++i) {
        native::pause();
      }
      if (failures % 8 == 0) {
        std::this_thread::yield();
      }
    }
    commit();
    release(accounts, accounts.size());
    return failures;
  }

 private:
  template <class Look>
  bool try_all(const accounts_of_transfer& accounts, Look look) {
    for (std::size_t i = 0; i < accounts.size(); ++i) {
      if (!_mutexes[accounts[i]].try_lock()) {
        release(accounts, i);
        return false;
      }
      look();
    }
    return true;
  }
  void release(const accounts_of_transfer& accounts, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      _mutexes[accounts[i]].unlock();
    }
  }

  std::vector<std::mutex> _mutexes;
};

/// Wait-die: an older transaction waits for a younger holder; a younger one gives up.
struct wait_die_bank {
  static constexpr baselines::description about{"two_phase.wait_die", baselines::cqs_origin,
                                                baselines::waiting::parking};

  explicit wait_die_bank(std::size_t accounts) : _locks(accounts) {}

  template <class Look, class Commit>
  std::uint64_t transfer(const accounts_of_transfer& accounts, Look look, Commit commit) {
    const std::uint64_t stamp = _next.fetch_add(1, std::memory_order_relaxed);
    std::uint64_t deaths = 0;
    while (!lock_all(accounts, stamp, look)) {
      ++deaths;
      std::this_thread::yield();
    }
    commit();
    release(accounts, accounts.size());
    return deaths;
  }

 private:
  struct lock {
    cqs::mutex mutex;
    std::atomic<std::uint64_t> owner{0};
  };

  template <class Look>
  bool lock_all(const accounts_of_transfer& accounts, std::uint64_t stamp, Look look) {
    for (std::size_t i = 0; i < accounts.size(); ++i) {
      if (!lock_or_die(_locks[accounts[i]], stamp)) {
        release(accounts, i);
        return false;
      }
      look();
    }
    return true;
  }
  static bool lock_or_die(lock& l, std::uint64_t stamp) {
    // The owner may change while this transaction waits: it checks again from time to time.
    constexpr std::chrono::microseconds look_again{100};
    while (!l.mutex.try_lock()) {
      const auto owner = l.owner.load(std::memory_order_relaxed);
      if (owner != 0 && owner < stamp) {
        return false;
      }
      if (l.mutex.try_lock_for(look_again)) {
        break;
      }
    }
    l.owner.store(stamp, std::memory_order_relaxed);
    return true;
  }
  void release(const accounts_of_transfer& accounts, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      _locks[accounts[i]].owner.store(0, std::memory_order_relaxed);
      _locks[accounts[i]].mutex.unlock();
    }
  }

  std::atomic<std::uint64_t> _next{1};
  std::vector<lock> _locks;
};

template <class Bank>
harness::sample measure(const harness::cell_run& run) {
  const auto accounts = static_cast<std::size_t>(run.cell.number("accounts"));
  const auto held = static_cast<std::size_t>(run.cell.number("held"));
  harness::sample sample;
  if (held < 2 || accounts < held) {
    sample.skipped = "a transfer is between two accounts at least, and there must be as many";
    return sample;
  }
  if (std::is_same_v<Bank, scoped_lock_bank> && held != 2) {
    sample.skipped =
        "std::scoped_lock takes a number of mutexes that is known when it is compiled: two, here";
    return sample;
  }
  constexpr long initial = 1000;
  Bank bank(accounts);
  std::vector<long> balances(accounts, initial);
  std::atomic<std::uint64_t> aborts{0};
  const auto result = run.team(work_of(run)).run_for(run.window, [&](harness::team_member& member) {
    choice chosen(accounts, held, run.seed + member.index());
    std::uint64_t own_aborts = 0;
    while (member.running()) {
      const auto& some = chosen.next();
      const auto begin = clock::now();
      own_aborts += bank.transfer(
          some, [&] { member.work(); },
          [&] {
            balances[some[0]] -= static_cast<long>(held) - 1;
            for (std::size_t i = 1; i < held; ++i) {
              ++balances[some[i]];
            }
          });
      member.record_wait(static_cast<std::uint64_t>((clock::now() - begin).count()));
      member.completed();
    }
    aborts.fetch_add(own_aborts);
  });
  sample = harness::sample_of(result);
  set_work(sample, run);
  const auto total = static_cast<double>(aborts.load());
  sample.set("aborts", total);
  sample.set("abort_share", total / (total + static_cast<double>(result.total())));
  sample.check_equal("sum of the accounts",
                     static_cast<std::uint64_t>(std::accumulate(balances.begin(), balances.end(), 0L)),
                     static_cast<std::uint64_t>(initial) * accounts);
  return sample;
}

}  // namespace

harness::experiment transactions_experiment(const machine_choice& machine) {
  experiment_builder experiment(machine,
                                {.name = "transactions",
                                 .summary = "transfers between accounts, each under several mutexes",
                                 .operation = "for each account lock its mutex and work; release them",
                                 .axes = {{"accounts", {"4"}}, {"held", {"2"}}, {"work", {"100"}}},
                                 .thread_counts = {"2", "4"}});
  experiment.add_one<wound_wait_bank>({}, &measure<wound_wait_bank>);
  experiment.add_one<scoped_lock_bank>({}, &measure<scoped_lock_bank>);
  experiment.add_one<ordered_bank<cqs::mutex>>({}, &measure<ordered_bank<cqs::mutex>>);
  experiment.add_one<wait_die_bank>({}, &measure<wait_die_bank>);
  experiment.add_one<no_wait_bank>({}, &measure<no_wait_bank>);
  experiment.add_one<coarse_bank>({}, &measure<coarse_bank>);
  return experiment.build();
}

}  // namespace cqs::workloads
