#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <type_traits>

#include <cqs/platform/platform.h>

#include <baselines/spin/detail/node_pool.h>
#include <baselines/spin/detail/thread_index.h>

namespace cqs::baselines::aqs::detail {

/// The reusable nodes of one queue, a stock for each thread, in place of Java's allocation, which is thread-local too.
/// Threads do not meet here, apart from threads beyond the number of processors.
///
/// A node's memory lives as long as the queue, as with `node_pool`. An acquire takes one node and puts one back, so no
/// stock grows. The table of stocks is allocated with the first node.
template <class Node, platform Platform>
class thread_nodes {
 public:
  constexpr thread_nodes() noexcept = default;
  thread_nodes(const thread_nodes&) = delete;
  thread_nodes& operator=(const thread_nodes&) = delete;

  ~thread_nodes() {
    if (stock* const table = _table.load(std::memory_order_relaxed)) {
      Platform::destroy_array(table, table->of);
    }
  }

  /// May throw `std::bad_alloc`.
  [[nodiscard]] Node& get() {
    stock* table = _table.load(std::memory_order_acquire);  // pairs with the release of the new table
    return own(table != nullptr ? *table : new_table()).nodes.get();
  }

  /// `n` comes from this queue, so there is a table.
  void put(Node& n) noexcept { own(*_table.load(std::memory_order_acquire)).nodes.put(n); }

 private:
  struct alignas(64) stock {
    spin::detail::node_pool<Node, Platform> nodes;
    std::size_t of = 1;  ///< in the first stock: how many there are, a power of two
  };

  static stock& own(stock& table) {
    return (&table)[spin::detail::thread_index<Platform>() & (table.of - 1)];
  }

  [[gnu::noinline]] stock& new_table() {
    const std::size_t count = std::bit_ceil(std::size_t{Platform::processors()});
    stock* const made = Platform::template create_array<stock>(count);
    made->of = count;
    stock* found = nullptr;
    // release: the table; acquire: the other's table.
    if (_table.compare_exchange_strong(found, made, std::memory_order_release, std::memory_order_acquire)) {
      return *made;
    }
    Platform::destroy_array(made, count);
    return *found;
  }

  typename Platform::template atomic<stock*> _table{nullptr};
};

/// On a platform that cannot tell threads apart, all of them share one stock.
template <class Node, platform Platform>
using nodes_of_queue = std::conditional_t<spin::detail::knows_threads<Platform>, thread_nodes<Node, Platform>,
                                          spin::detail::node_pool<Node, Platform>>;

}  // namespace cqs::baselines::aqs::detail
