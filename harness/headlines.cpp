#include "harness/headlines.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "harness/rivalry.h"

namespace cqs::harness {

namespace {

enum class taking : unsigned char { greatest, mean };

/// A claim of the paper's section 6: how much longer the peers take than ours.
struct claim {
  std::string text;
  std::string paper;
  std::string experiment;
  std::string ours;
  std::vector<std::string> peers;  ///< patterns
  std::function<bool(const cell&)> where;
  taking how = taking::greatest;
};

bool uncrowded(const cell& c) {
  return c.threads <= c.number("permits");
}
bool crowded(const cell& c) {
  return c.threads > c.number("permits");
}
bool anywhere(const cell& /*c*/) {
  return true;
}
bool many_threads(const cell& c) {
  return c.threads > 1;
}
auto waiters(std::int64_t n) {
  return [n](const cell& c) { return c.number("waiters") == n; };
}

std::vector<claim> claims() {
  const std::string semaphore = "cqs.semaphore.async.smart";
  const std::vector<std::string> java_semaphores{"jvm.semaphore.fair", "aqs.semaphore.fair"};
  return {
      {"semaphore, threads ≤ permits, over the fair ones", "up to 4", "semaphore", semaphore, java_semaphores,
       uncrowded},
      {"semaphore, threads > permits, over the fair ones", "up to 90", "semaphore", semaphore,
       java_semaphores, crowded},
      {"mutex, over other fair ones",
       "about 1",
       "mutex",
       "cqs.mutex",
       {"jvm.mutex.fair", "aqs.mutex.fair", "park.clh", "park.mcs"},
       many_threads,
       taking::mean},
      {"mutex, over unfair ones",
       "below 1",
       "mutex",
       "cqs.mutex",
       {"jvm.mutex.unfair", "aqs.mutex.unfair", "std.mutex"},
       many_threads,
       taking::mean},
      {"latch", "up to 4", "latch", "cqs.latch", {"jvm.latch", "aqs.latch"}, anywhere},
      {"barrier",
       "up to 4",
       "barrier",
       "cqs.barrier",
       {"jvm.barrier", "aqs.barrier", "aqs.cyclic_barrier"},
       anywhere},
      {"pool, over the fair array queue",
       "up to 100",
       "pool",
       "cqs.pool.stack",
       {"jvm.pool.array.fair", "aqs.pool.array.fair"},
       anywhere},
      {"pool, from 8 elements on, over unfair queues",
       "up to 10",
       "pool",
       "cqs.pool.stack",
       {"jvm.pool.array.unfair", "jvm.pool.linked", "aqs.pool.array.unfair", "aqs.pool.linked*"},
       [](const cell& c) { return c.number("elements") >= 8; }},
      {"abort, empty queue", "1.9", "abort", semaphore, java_semaphores, waiters(0)},
      {"abort, 1 000 waiters", "65", "abort", semaphore, java_semaphores, waiters(1000)},
  };
}

std::string line(const claim& c, const std::string& peer, const rivalry& r) {
  if (c.how == taking::mean) {
    return fmt::format("| {} | {} | `{}` | {:.2f} [{:.2f}, {:.2f}] | mean of {} cells |\n", c.text, c.paper,
                       peer, r.mean, r.bounds.low, r.bounds.high, r.points.size());
  }
  const auto& best = r.greatest();
  return fmt::format("| {} | {} | `{}` | {:.2f} [{:.2f}, {:.2f}] | `{}` |\n", c.text, c.paper, peer,
                     best.ratio, best.bounds.low, best.bounds.high, best.ours.name());
}

}  // namespace

std::string headlines(const results& results) {
  std::string text =
      "| claim: peer's time / ours | paper | peer | here | where |\n"
      "|---|---|---|---|---|\n";
  for (const claim& c : claims()) {
    std::string lines;
    for (const std::string& peer : implementations_of(results, c.experiment)) {
      if (!std::ranges::any_of(c.peers, [&](const auto& pattern) { return matches(pattern, peer); })) {
        continue;
      }
      if (const auto r = compare_pair(results, c.experiment, c.ours, peer, c.where)) {
        lines += line(c, peer, *r);
      }
    }
    text += lines.empty() ? fmt::format("| {} | {} | - | not measured | - |\n", c.text, c.paper) : lines;
  }
  return text;
}

}  // namespace cqs::harness
