// Compares the reduction with the full search on random programs.

#include "exploring.h"
#include "orders.h"

#include <array>
#include <string>
#include <vector>

#include <checker/explore/random.h>

namespace cqs::check {
namespace {

constexpr std::size_t words = 3;

struct instruction {
  enum class kind : std::uint8_t {
    load,
    store,
    add,
    exchange,
    compare_exchange,
    wait,
    wake,
    pause,
    timed_wait
  };
  kind what;
  std::size_t word;
  std::uint32_t value;
  std::memory_order order;
};

using code = std::vector<instruction>;

struct world {
  checked::atomic<std::uint32_t> word[words];
  /// The values that each thread saw, one digit per step.
  std::array<std::uint64_t, 4> seen{};
};

void run(const instruction& next, world& w, std::uint64_t& seen) {
  using kind = instruction::kind;
  auto& word = w.word[next.word];
  std::uint32_t result = 0;
  switch (next.what) {
    case kind::load:
      result = word.load(next.order == acq_rel ? acquire : next.order == release ? relaxed : next.order);
      break;
    case kind::store:
      word.store(next.value, next.order == acq_rel ? release : next.order == acquire ? relaxed : next.order);
      break;
    case kind::add:
      result = word.fetch_add(next.value, next.order);
      break;
    case kind::exchange:
      result = word.exchange(next.value, next.order);
      break;
    case kind::compare_exchange: {
      std::uint32_t expected = next.value;
      result = word.compare_exchange_strong(expected, next.value + 1, next.order) ? 7 : expected;
      break;
    }
    case kind::wait:
      checked::futex_wait(word, next.value);
      break;
    case kind::wake:
      checked::futex_wake_one(&word);
      break;
    case kind::pause:
      checked::pause();
      break;
    case kind::timed_wait:
      result = checked::futex_wait_until(
          word, next.value, checked::clock::time_point(std::chrono::milliseconds(1000 + next.value)));
      break;
  }
  seen = seen * 10 + result % 10;
}

instruction random_instruction(random& random) {
  constexpr std::array orders{relaxed, acquire, release, acq_rel, seq_cst};
  // Sleeps are rare, because otherwise most programs would deadlock.
  const std::size_t drawn = random.below(22);
  const auto what = drawn < 15 ? drawn % 5 : drawn < 17 ? 6 : drawn < 18 ? 5 : drawn < 20 ? 7 : 8;
  return {static_cast<instruction::kind>(what), random.below(words),
          static_cast<std::uint32_t>(random.below(2)), orders[random.below(orders.size())]};
}

std::vector<code> random_program(random& random) {
  std::vector<code> threads(2 + random.below(2));
  for (code& each : threads) {
    const std::size_t length = threads.size() == 2 ? 2 + random.below(3) : 1 + random.below(3);
    for (std::size_t i = 0; i < length; ++i) {
      each.push_back(random_instruction(random));
    }
  }
  return threads;
}

std::set<std::string> outcomes_of(const std::vector<code>& threads, const settings& with) {
  static std::set<std::string> seen;
  seen.clear();
  scenario_of<world> program("", "");
  for (std::size_t id = 0; id < threads.size(); ++id) {
    program.thread([&, id](world& w) {
      for (const instruction& next : threads[id]) {
        run(next, w, w.seen[id]);
      }
    });
  }
  program.finally([](world& w) {
    std::string outcome;
    for (const std::uint64_t each : w.seen) {
      outcome += std::to_string(each) + ",";
    }
    for (auto& word : w.word) {
      outcome += std::to_string(word.load(relaxed)) + ":";
    }
    seen.insert(outcome);
  });
  const result found = explore_all(program, with);
  EXPECT_TRUE(found.complete || found.what);
  return found.what ? std::set<std::string>{name_of(found.what.kind)} : seen;
}

class random_programs : public testing::TestWithParam<settings> {};

TEST_P(random_programs, have_the_same_outcomes_with_and_without_the_reduction) {
  random random(2024);
  settings with = GetParam();
  std::size_t finished = 0;
  for (int program = 0; program < 100; ++program) {
    const auto threads = random_program(random);
    for (const std::uint32_t bound : {0U, 1U, 2U, 99U}) {
      with.bound = bound;
      with.reduction = false;
      const auto expected = outcomes_of(threads, with);
      with.reduction = true;
      ASSERT_EQ(outcomes_of(threads, with), expected) << "program " << program << ", bound " << bound;
      finished += static_cast<std::size_t>(expected.begin()->find(':') != std::string::npos);
    }
  }
  EXPECT_GT(finished, 200U) << "too many of these programs deadlock";
}

INSTANTIATE_TEST_SUITE_P(modes, random_programs,
                         testing::Values(settings{}, settings{.weak = true, .stale_reads = 2},
                                         settings{.spurious = 1}));

}  // namespace
}  // namespace cqs::check
