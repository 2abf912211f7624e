// The pool of queue nodes: a returned node is given out again, to one user at a time.

#include <atomic>
#include <cstddef>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/spin/detail/node_pool.h>
#include <tests/baselines/algorithms/line.h>
#include <tests/support/team.h>

namespace {

struct alignas(64) tagged_node {
  std::atomic<int> users = 0;
  cqs::tests::counting::atomic<tagged_node*> next_free{nullptr};
};
using node_pool = cqs::baselines::spin::detail::node_pool<tagged_node, cqs::tests::counting>;

class pool_of_nodes : public testing::Test {
 protected:
  cqs::tests::balance memory;
};

TEST_F(pool_of_nodes, reuses_a_node_before_it_allocates_one) {
  node_pool pool;
  tagged_node& first = pool.get();
  tagged_node& second = pool.get();
  EXPECT_NE(&first, &second);
  pool.put(first);
  pool.put(second);
  const std::set<tagged_node*> again = {&pool.get(), &pool.get()};
  EXPECT_EQ(again, (std::set<tagged_node*>{&first, &second}));
  EXPECT_EQ(memory.live(), 2);
  pool.put(first);
  pool.put(second);
}

TEST_F(pool_of_nodes, gives_a_node_to_one_user_at_a_time) {
  constexpr std::size_t threads = 4;
  node_pool pool;
  cqs::tests::run_team(threads, [&](std::size_t /*member*/) {
    for (int i = 0; i < 5'000; ++i) {
      tagged_node& first = pool.get();
      tagged_node& second = pool.get();
      EXPECT_EQ(++first.users, 1);
      EXPECT_EQ(++second.users, 1);
      --first.users;
      --second.users;
      pool.put(first);
      pool.put(second);
    }
  });
  EXPECT_LE(memory.live(), static_cast<std::int64_t>(2 * threads));
}

}  // namespace
