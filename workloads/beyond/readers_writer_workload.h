#pragma once

#include <cstdint>
#include <vector>

#include "baselines/concepts/shared_mutex.h"
#include "harness/machine/bound_object.h"
#include "workloads/beyond/storm_sample.h"
#include "workloads/support/abortable_waits.h"
#include "workloads/support/implementations.h"
#include "workloads/support/platform_of.h"
#include "workloads/support/punctual.h"

/// Threads read or write under a readers-writer lock; writers may abort their waits.
namespace cqs::workloads {

/// Two numbers that are equal unless a writer is inside.
struct alignas(128) protected_pair {
  volatile std::uint64_t first = 0;
  volatile std::uint64_t second = 0;

  void write() noexcept {
    first = first + 1;
    second = second + 1;
  }
  bool torn() const noexcept { return first != second; }
};

struct alignas(128) tally {
  std::uint64_t torn_reads = 0;
  std::uint64_t writes = 0;
};

/// Whether all writers wait until they get the lock, or half of them may abort.
enum class writers : std::uint8_t { wait, abort };

template <class Mutex, writers Writers, class Run = harness::cell_run>
harness::sample measure_readers_writer(const Run& run) {
  const double reads = static_cast<double>(run.cell.number("reads")) / 100;
  const harness::bound_object<Mutex> mutex;
  const harness::bound_object<protected_pair> pair;
  std::vector<tally> tallies(run.cell.threads);
  const auto result = run.team(work_of(run)).run_for(run.window, [&](auto& member) {
    tally& mine = tallies[member.index()];
    typename Mutex::hold hold;
    const punctual<platform_of_t<Run>> on_time;
    while (member.running()) {
      member.work();
      if (member.chance(reads)) {
        member.wait([&] { mutex->lock_shared(hold); });
        if constexpr (!is_control<Mutex>) {
          mine.torn_reads += pair->torn() ? 1U : 0U;
        }
        member.work();
        mutex->unlock_shared(hold);
        member.completed();
        continue;
      }
      bool locked = true;
      if constexpr (Writers == writers::abort) {
        if (member.chance(0.5)) {
          const auto patience = short_patience(member);
          locked = member.wait_or_abort([&] { return mutex->try_lock_for(hold, patience); });
        } else {
          member.wait([&] { mutex->lock(hold); });
        }
      } else {
        member.wait([&] { mutex->lock(hold); });
      }
      if (locked) {
        if constexpr (!is_control<Mutex>) {
          pair->write();
          ++mine.writes;
        }
        member.work();
        mutex->unlock(hold);
        member.completed();
      }
    }
  });
  auto sample = storm_sample(run, result);
  std::uint64_t torn = 0;
  std::uint64_t writes = 0;
  for (const tally& t : tallies) {
    torn += t.torn_reads;
    writes += t.writes;
  }
  sample.set("writes", static_cast<double>(writes));
  sample.check_equal("reads that met a writer", torn, 0);
  sample.check_equal("writes under mutual exclusion", pair->first, writes);
  return sample;
}

}  // namespace cqs::workloads
