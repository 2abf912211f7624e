#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/platform.h>

namespace cqs::baselines::spin::detail {

/// The reusable nodes of one queue. A node's memory lives as long as its pool. So a thread may read a node
/// that meanwhile belongs to another thread: it reads an old value, never freed memory.
///
/// `Node` is aligned to 64 bytes and has an atomic member `next_free` for the pool.
/// Memory: the peak number of nodes in use. Progress: lock-free apart from the allocation.
///
/// The free nodes form a Treiber stack. Its top is a node and a tag that every change increments. So a thread
/// notices that a node has left and come back, unless exactly 2^22 changes happened in between:
///
/// | bits   | meaning                                                         |
/// |--------|-----------------------------------------------------------------|
/// | 22..63 | the node's address (48 bits, the last six of which are zero)    |
/// | 0..21  | the tag                                                         |
template <class Node, platform Platform>
class node_pool {
  using word = std::uint64_t;

  static_assert(sizeof(void*) == 8 && alignof(Node) >= 64, "the top packs a 48-bit address and a tag");

 public:
  constexpr node_pool() noexcept = default;
  node_pool(const node_pool&) = delete;
  node_pool& operator=(const node_pool&) = delete;

  /// Users of nodes must put them back or destroy them.
  ~node_pool() {
    Node* next = nullptr;
    for (Node* n = node(_top.load(std::memory_order_relaxed)); n != nullptr; n = next) {
      next = n->next_free.load(std::memory_order_relaxed);
      Platform::destroy(n);
    }
  }

  /// Returns a node in the state that its last user left. May throw `std::bad_alloc`.
  [[nodiscard]] Node& get() {
    // acquire, here and below: pairs with the release in `put`; the last user has finished with the node.
    word top = _top.load(std::memory_order_acquire);
    while (Node* const n = node(top)) {
      // The node may be in use by now; then the tag has changed, and the exchange fails.
      Node* const next = n->next_free.load(std::memory_order_relaxed);
      if (_top.compare_exchange_weak(top, succeeding(top, next), std::memory_order_acquire,
                                     std::memory_order_acquire)) {
        return *n;
      }
    }
    return *Platform::template create<Node>();
  }

  void put(Node& n) noexcept {
    word top = _top.load(std::memory_order_relaxed);
    do {
      n.next_free.store(node(top), std::memory_order_relaxed);
    } while (!_top.compare_exchange_weak(top, succeeding(top, &n), std::memory_order_release,
                                         std::memory_order_relaxed));
  }

 private:
  static constexpr unsigned tag_bits = 22;
  static constexpr unsigned aligned_bits = 6;
  static constexpr word tag_mask = (word{1} << tag_bits) - 1;

  static Node* node(word top) noexcept { return reinterpret_cast<Node*>(top >> tag_bits << aligned_bits); }
  static word succeeding(word top, const Node* n) noexcept {
    return reinterpret_cast<word>(n) << (tag_bits - aligned_bits) | ((top + 1) & tag_mask);
  }

  typename Platform::template atomic<word> _top{0};
};

}  // namespace cqs::baselines::spin::detail
