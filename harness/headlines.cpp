#include "harness/headlines.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "harness/rivalry.h"

namespace cqs::harness {

namespace {

enum class taking : unsigned char { greatest, mean };

struct range {
  double from;
  double to;
};

/// A claim of the paper's section 6: how much longer the peers take than ours.
struct claim {
  std::string text;
  std::string paper;
  range agreeing;  ///< what counts as the same: up to a factor of two where the paper gives a number
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
  const std::vector<std::string> unfair_semaphores{"jvm.semaphore.unfair", "aqs.semaphore.unfair"};
  const auto up_to = [](double ratio) { return range{ratio / 2, ratio * 2}; };
  return {
      {"semaphore, threads ≤ permits, over the fair ones", "up to 4", up_to(4), "semaphore", semaphore,
       java_semaphores, uncrowded},
      {"semaphore, threads ≤ permits, over the unfair ones", "up to 4", up_to(4), "semaphore", semaphore,
       unfair_semaphores, uncrowded},
      {"semaphore, threads > permits, over the fair ones", "up to 90", up_to(90), "semaphore", semaphore,
       java_semaphores, crowded},
      {"semaphore, threads > permits ≥ 16, over the unfair ones", "almost 1", range{0.5, 2}, "semaphore",
       semaphore, unfair_semaphores, [](const cell& c) { return crowded(c) && c.number("permits") >= 16; },
       taking::mean},
      {"semaphore, synchronous over asynchronous resumption",
       "about 1",
       range{0.5, 2},
       "semaphore",
       semaphore,
       {"cqs.semaphore.sync.smart"},
       anywhere,
       taking::mean},
      {"mutex that parks at once, over fair ones that do",
       "about 1",
       range{0.5, 2},
       "mutex",
       "cqs.mutex.parking_at_once",
       {"jvm.mutex.fair", "aqs.mutex.fair"},
       many_threads,
       taking::mean},
      {"mutex that spins before, over fair ones that do",
       "about 1",
       range{0.5, 2},
       "mutex",
       "cqs.mutex",
       {"park.clh", "park.mcs"},
       many_threads,
       taking::mean},
      {"mutex, over unfair ones",
       "below 1",
       range{0, 1},
       "mutex",
       "cqs.mutex",
       {"jvm.mutex.unfair", "aqs.mutex.unfair", "std.mutex"},
       many_threads,
       taking::mean},
      {"latch", "up to 4", up_to(4), "latch", "cqs.latch", {"jvm.latch", "aqs.latch"}, anywhere},
      {"barrier",
       "up to 4",
       up_to(4),
       "barrier",
       "cqs.barrier",
       {"jvm.barrier", "aqs.barrier", "aqs.cyclic_barrier"},
       anywhere},
      {"barrier, over the spinning counter",
       "below 1",
       range{0, 1},
       "barrier",
       "cqs.barrier",
       {"spin.counter"},
       many_threads,
       taking::mean},
      {"pool, over the fair array queue",
       "up to 100",
       up_to(100),
       "pool",
       "cqs.pool.stack",
       {"jvm.pool.array.fair", "aqs.pool.array.fair"},
       anywhere},
      {"pool, from 8 elements on, over unfair queues",
       "up to 10",
       up_to(10),
       "pool",
       "cqs.pool.stack",
       {"jvm.pool.array.unfair", "jvm.pool.linked", "aqs.pool.array.unfair", "aqs.pool.linked*"},
       [](const cell& c) { return c.number("elements") >= 8; }},
      {"pool, from 16 elements on, stack over queue",
       "above 1",
       range{1, 1e9},
       "pool",
       "cqs.pool.queue",
       {"cqs.pool.stack"},
       [](const cell& c) { return c.threads > 1 && c.number("elements") >= 16; },
       taking::mean},
      {"abort, empty queue", "1.9", up_to(1.9), "abort", semaphore, java_semaphores, waiters(0)},
      {"abort, 1 000 waiters", "65", up_to(65), "abort", semaphore, java_semaphores, waiters(1000)},
  };
}

std::string line(const claim& c, const std::string& peer, const rivalry& r) {
  const bool mean = c.how == taking::mean;
  const double ratio = mean ? r.mean : r.greatest().ratio;
  const interval& bounds = mean ? r.bounds : r.greatest().bounds;
  const std::string where =
      mean ? fmt::format("mean of {} cells", r.points.size()) : fmt::format("`{}`", r.greatest().ours.name());
  const bool agrees = c.agreeing.from <= ratio && ratio <= c.agreeing.to;
  return fmt::format("| {} | {} | `{}` | {:.2f} [{:.2f}, {:.2f}] | {} | {} |\n", c.text, c.paper, peer, ratio,
                     bounds.low, bounds.high, agrees ? "yes" : "no", where);
}

}  // namespace

std::string headlines(const results& results) {
  std::string text =
      "| claim: peer's time / ours | paper | peer | here | agrees | where |\n"
      "|---|---|---|---|---|---|\n";
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
    text += lines.empty() ? fmt::format("| {} | {} | - | not measured | - | - |\n", c.text, c.paper) : lines;
  }
  return text;
}

}  // namespace cqs::harness
