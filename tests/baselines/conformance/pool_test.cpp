#include <optional>
#include <stop_token>

#include "baselines/implementations/pools.h"
#include "pool_checks.h"

namespace cqs::baselines::conformance {
namespace {

template <class P>
using is_fair = std::bool_constant<fair_pool<P>>;
template <class P>
using is_abortable = std::bool_constant<abortable_pool<P>>;
template <class P>
using is_stoppable = std::bool_constant<stoppable_pool<P>>;

template <class P>
struct pools_all : testing::Test {};
TYPED_TEST_SUITE(pools_all, test_types<conforming<pools_and_variants>>, type_names);

TYPED_TEST(pools_all, neither_lose_nor_duplicate_elements) {
  EXPECT_EQ(doubled_elements<TypeParam>(), 0);
}

TYPED_TEST(pools_all, publish_writes_before_the_put) {
  TypeParam pool(pool_elements);
  fill(pool);
  std::vector<std::size_t> written(pool_elements);
  std::atomic<std::size_t> expected = 0;
  stress([&](std::size_t /*index*/, auto more) {
    std::size_t own = 0;
    for (; more(); ++own) {
      const element e = pool.take();
      ++written[e];
      pool.put(e);
    }
    expected += own;
  });
  EXPECT_EQ(written[0] + written[1] + written[2], expected.load());
}

template <class P>
struct pools_fair : testing::Test {};
using pools_fair_types = test_types<claiming<pools_and_variants, is_fair>>;
TYPED_TEST_SUITE(pools_fair, pools_fair_types, type_names);

TYPED_TEST(pools_fair, serve_in_fifo_order) {
  EXPECT_TRUE(holds_in_one_of_three_tries(serves_in_order<TypeParam>));
}

template <class P>
struct pools_abortable : testing::Test {};
using pools_abortable_types = test_types<claiming<pools, is_abortable>>;
TYPED_TEST_SUITE(pools_abortable, pools_abortable_types, type_names);

TYPED_TEST(pools_abortable, abort_at_the_deadline) {
  TypeParam pool(1);
  EXPECT_EQ(pool.take_for(1ns), std::nullopt);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(pool.take_for(3ms), std::nullopt);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 3ms);
  pool.put(7);
  EXPECT_EQ(pool.take_for(10s), 7);
}

TYPED_TEST(pools_abortable, neither_lose_nor_duplicate_elements_in_a_storm_of_aborts) {
  TypeParam pool(pool_elements);
  fill(pool);
  ownership elements(pool_elements);
  stress([&](std::size_t index, auto more) {
    for (std::size_t i = index; more(); ++i) {
      const std::optional<element> e =
          i % 2 == 0 ? pool.take() : pool.take_for(std::chrono::microseconds(i % 16));
      if (e) {
        elements.took(*e);
        elements.puts(*e);
        pool.put(*e);
      }
    }
  });
  for (std::size_t i = 0; i < pool_elements; ++i) {
    const auto e = pool.take_for(10s);
    ASSERT_TRUE(e) << "an element is lost";
    elements.took(*e);
  }
  EXPECT_EQ(elements.doubled(), 0);
  EXPECT_EQ(pool.take_for(1ms), std::nullopt);
}

template <class P>
struct pools_stoppable : testing::Test {};
using pools_stoppable_types = test_types<claiming<pools, is_stoppable>>;
TYPED_TEST_SUITE(pools_stoppable, pools_stoppable_types, type_names);

TYPED_TEST(pools_stoppable, abort_on_a_stop_request) {
  TypeParam pool(1);
  std::stop_source source;
  line waiters;
  waiters.join([&] { EXPECT_EQ(pool.take(source.get_token()), std::nullopt); });
  source.request_stop();
  waiters.leave();
  pool.put(7);
  EXPECT_EQ(pool.take(), 7);
}

}  // namespace
}  // namespace cqs::baselines::conformance
