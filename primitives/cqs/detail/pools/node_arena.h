#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

#include <cqs/detail/exceptions.h>
#include <cqs/detail/waiting/backoff.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Nodes with numbers. Their memory lives as long as the arena, so a thread may follow a number even after its node was
/// released. Numbers begin at 1. `Node` has an atomic member `next`, which the arena uses while the node is free.
///
/// Both operations are lock-free; `acquire` waits for memory if there is none.
template <class Node, platform Platform, std::size_t FirstBlockSize = 32>
class node_arena {
  template <class T>
  using atomic = typename Platform::template atomic<T>;

 public:
  constexpr node_arena() noexcept = default;
  node_arena(const node_arena&) = delete;
  node_arena& operator=(const node_arena&) = delete;

  ~node_arena() {
    for (std::size_t i = 0; i < most_blocks; ++i) {
      if (Node* const nodes = _blocks[i].load(std::memory_order_relaxed)) {
        Platform::destroy_array(nodes, block_size(i));
      }
    }
  }

  Node& operator[](std::uint32_t number) noexcept {
    const position at(number);
    // relaxed: the caller has acquired the block together with the number, at [block.look], at [free.look] or with
    // the head of a list.
    return _blocks[at.block].load(std::memory_order_relaxed)[at.offset];
  }

  std::uint32_t acquire() noexcept {
    // [free.look] acquire <- [free.give]: the node; mutant order-arena-look-relaxed
    std::uint64_t head = _free.load(std::memory_order_acquire);
    while (number_in(head) != 0) {
      const std::uint32_t next = (*this)[number_in(head)].next.load(std::memory_order_relaxed);
      // [free.take] acquire <- [free.give]; argued failure-order-stronger
      // else acquire <- [free.give]: the node that is first now; mutant order-arena-take-failure-relaxed
      if (_free.compare_exchange_weak(head, succeeding(head, next), std::memory_order_acquire,
                                      std::memory_order_acquire)) {
        return number_in(head);
      }
    }
    const std::uint32_t number = _used.fetch_add(1, std::memory_order_relaxed) + 1;
    ensure_block(position(number).block);
    return number;
  }

  void release(std::uint32_t number) noexcept {
    auto& next = (*this)[number].next;
    std::uint64_t head = _free.load(std::memory_order_relaxed);
    do {
      next.store(number_in(head), std::memory_order_relaxed);
      // [free.give] release -> [free.look], [free.take]: the last accesses to the node;
      // mutant order-arena-release-relaxed
    } while (!_free.compare_exchange_weak(head, succeeding(head, number), std::memory_order_release,
                                          std::memory_order_relaxed));
  }

  /// A word consists of a number and a tag that every change increments. So a thread notices that a number has left and
  /// come back, unless exactly 2^32 changes happened in between.
  static constexpr std::uint32_t number_in(std::uint64_t word) noexcept {
    return static_cast<std::uint32_t>(word);
  }
  static constexpr std::uint64_t succeeding(std::uint64_t word, std::uint32_t number) noexcept {
    return ((word >> 32) + 1) << 32 | number;
  }

 private:
  // Block k has 2^k times as many nodes as the first, so that a few blocks hold many nodes.
  static constexpr std::size_t most_blocks = 26;

  static constexpr std::size_t block_size(std::size_t index) noexcept { return FirstBlockSize << index; }

  struct position {
    explicit position(std::uint32_t number) noexcept {
      const std::size_t shifted = number - 1 + FirstBlockSize;
      block = static_cast<std::size_t>(std::bit_width(shifted) - std::bit_width(FirstBlockSize));
      offset = shifted - block_size(block);
    }
    std::size_t block;
    std::size_t offset;
  };

  void ensure_block(std::size_t index) noexcept {
    auto& entry = _blocks[index];
    backoff<Platform> wait(0);
    // [block.look] acquire <- [block.create]: the nodes; mutant order-block-look-relaxed
    while (entry.load(std::memory_order_acquire) == nullptr) {
      CQS_DETAIL_TRY {
        Node* const fresh = Platform::template create_array<Node>(block_size(index));
        Node* expected = nullptr;
        // [block.create] release -> [block.look]: the nodes; mutant order-block-create-relaxed
        if (!entry.compare_exchange_strong(expected, fresh, std::memory_order_release,
                                           std::memory_order_relaxed)) {
          Platform::destroy_array(fresh, block_size(index));
        }
      }
      CQS_DETAIL_CATCH(const std::bad_alloc&) {
        wait();
      }
    }
  }

  // All threads read the blocks, which hardly ever change. So `_free`, which changes all the time, has its own line.
  alignas(64) atomic<std::uint64_t> _free{0};
  alignas(64) atomic<std::uint32_t> _used{0};
  std::array<atomic<Node*>, most_blocks> _blocks{};
};

}  // namespace cqs::detail
