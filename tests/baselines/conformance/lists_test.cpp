#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>

#include "baselines/describe.h"
#include "baselines/implementations.h"
#include "support.h"

namespace cqs::baselines::conformance {
namespace {

template <class... T>
constexpr bool are_mutexes(type_list<T...> /*list*/) {
  return (mutex_like<T> && ...);
}
template <class... T>
constexpr bool are_shared_mutexes(type_list<T...> /*list*/) {
  return (shared_mutex_like<T> && ...);
}
template <class... T>
constexpr bool are_semaphores(type_list<T...> /*list*/) {
  return (semaphore_like<T> && ...);
}
template <class... T>
constexpr bool are_latches(type_list<T...> /*list*/) {
  return (latch_like<T> && ...);
}
template <class... T>
constexpr bool are_barriers(type_list<T...> /*list*/) {
  return (barrier_like<T> && ...);
}
template <class... T>
constexpr bool are_pools(type_list<T...> /*list*/) {
  return (pool_like<T> && ...);
}

static_assert(are_mutexes(mutexes_and_variants::built{}));
static_assert(are_shared_mutexes(shared_mutexes_and_variants::built{}));
static_assert(are_semaphores(semaphores_and_variants::built{}));
static_assert(are_latches(latches_and_variants::built{}));
static_assert(are_barriers(barriers_and_variants::built{}));
static_assert(are_pools(pools_and_variants::built{}));

// Ours have every capability.
static_assert(fair_mutex<cqs_mutex> && stoppable_mutex<cqs_mutex>);
static_assert(fair_shared_mutex<cqs_shared_mutex> && stoppable_shared_mutex<cqs_shared_mutex>);
static_assert(fair_semaphore<cqs_semaphore_async_smart> && requestable_semaphore<cqs_semaphore_async_smart>);
static_assert(shared_latch<cqs_latch> && stoppable_latch<cqs_latch>);
static_assert(stoppable_barrier<cqs_barrier>);
static_assert(fair_pool<cqs_queue_pool> && stoppable_pool<cqs_queue_pool>);

// A missing capability is not detected as present.
static_assert(!fair_mutex<std_mutex> && !abortable_mutex<std_mutex> && abortable_mutex<std_timed_mutex>);
static_assert(!stoppable_mutex<std_timed_mutex> && !abortable_latch<std_latch> &&
              !abortable_barrier<std_barrier>);

TEST(lists, name_every_implementation_in_the_agreed_form) {
  for (const listing& row : all_implementations()) {
    EXPECT_TRUE(std::ranges::all_of(row.name, [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '.' || c == '_';
    })) << row.name;
    EXPECT_NE(row.name.find('.'), std::string_view::npos) << row.name;
  }
}

TEST(lists, give_a_reason_for_every_skipped_implementation) {
  for (const listing& row : all_implementations()) {
    EXPECT_EQ(row.origin.empty(), !row.skipped.empty() && !row.name.starts_with("jvm.")) << row.name;
  }
}

TEST(lists, contain_enough_peers) {
  const auto count = [](kind kind) {
    const auto all = all_implementations();
    return std::ranges::count(all, kind, &listing::kind);
  };
  EXPECT_GE(count(kind::mutex), 12);
  EXPECT_GE(count(kind::semaphore), 8);
  EXPECT_GE(count(kind::barrier), 8);
  EXPECT_GE(count(kind::latch), 6);
  EXPECT_GE(count(kind::pool), 9);
}

TEST(lists, print_a_line_for_every_implementation) {
  std::ostringstream out;
  print_implementations(out);
  const std::string table = out.str();
  const auto all = all_implementations();
  EXPECT_EQ(std::ranges::count(table, '\n'), std::ssize(all) + 1);
  for (const listing& row : all) {
    EXPECT_NE(table.find(row.skipped.empty() ? row.name : row.skipped), std::string::npos) << row.name;
  }
}

}  // namespace
}  // namespace cqs::baselines::conformance
