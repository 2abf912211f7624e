// The arena of the stack's nodes. Its first block has one node, so that a few steps reach the second block.

#include <cstdint>

#include <cqs/detail/pools/node_arena.h>

#include <checker/registry.h>

namespace cqs::check {
namespace {

struct world {
  struct node {
    checked::atomic<std::uint32_t> next{0};
    checked::plain<int> uses{0};
  };

  /// Node 1 is free.
  world() { nodes.release(nodes.acquire()); }

  std::uint32_t acquire() {
    const std::uint32_t number = nodes.acquire();
    ++nodes[number].uses.write();
    return number;
  }

  detail::node_arena<node, checked, 1> nodes;
};

const auto& registered =
    add_scenario<world>(
        "node_arena.blocks",
        "one thread acquires a node while another allocates a block and releases a node of it")
        .thread([](world& w) { w.acquire(); })
        .thread([](world& w) {
          const std::uint32_t first = w.acquire();
          const std::uint32_t second = w.acquire();
          require(first != second, "two owners share a node");
          w.nodes.release(second);
        });

}  // namespace
}  // namespace cqs::check
