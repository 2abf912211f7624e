#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

#include <cqs/detail/waiting/backoff.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Nodes that are known by a number and whose memory lives as long as the arena, so that a number is safe to
/// follow even after its node was released. Numbers begin at 1. `Node` has an atomic member `next` for the
/// arena's use while free.
///
/// Both operations are lock-free; `acquire` waits for memory where there is none.
template <class Node, platform Platform>
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
    // acquire: pairs with the release in `ensure_block`; the number may have come by another way.
    return _blocks[at.block].load(std::memory_order_acquire)[at.offset];
  }

  std::uint32_t acquire() noexcept {
    std::uint64_t head = _free.load(std::memory_order_acquire);
    while (number_in(head) != 0) {
      const std::uint32_t next = (*this)[number_in(head)].next.load(std::memory_order_relaxed);
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
    } while (!_free.compare_exchange_weak(head, succeeding(head, number), std::memory_order_release,
                                          std::memory_order_relaxed));
  }

  /// A word of a number and a tag that every change increments: a number that has left and come back does not
  /// go unnoticed, unless it took just 2^32 changes.
  static constexpr std::uint32_t number_in(std::uint64_t word) noexcept {
    return static_cast<std::uint32_t>(word);
  }
  static constexpr std::uint64_t succeeding(std::uint64_t word, std::uint32_t number) noexcept {
    return ((word >> 32) + 1) << 32 | number;
  }

 private:
  // Block k has 2^k times as many nodes as the first, so that few of them reach far.
  static constexpr std::size_t first_block_size = 32;
  static constexpr std::size_t most_blocks = 26;

  static constexpr std::size_t block_size(std::size_t index) noexcept { return first_block_size << index; }

  struct position {
    explicit position(std::uint32_t number) noexcept {
      const std::size_t shifted = number - 1 + first_block_size;
      block = static_cast<std::size_t>(std::bit_width(shifted) - std::bit_width(first_block_size));
      offset = shifted - block_size(block);
    }
    std::size_t block;
    std::size_t offset;
  };

  void ensure_block(std::size_t index) noexcept {
    auto& entry = _blocks[index];
    backoff<Platform> wait(0);
    while (entry.load(std::memory_order_acquire) == nullptr) {
      try {
        Node* const fresh = Platform::template create_array<Node>(block_size(index));
        Node* expected = nullptr;
        if (!entry.compare_exchange_strong(expected, fresh, std::memory_order_release,
                                           std::memory_order_relaxed)) {
          Platform::destroy_array(fresh, block_size(index));
        }
      } catch (const std::bad_alloc&) {
        wait();
      }
    }
  }

  // The blocks are looked up by everybody and hardly ever change; what changes all the time lies elsewhere.
  alignas(64) atomic<std::uint64_t> _free{0};
  alignas(64) atomic<std::uint32_t> _used{0};
  std::array<atomic<Node*>, most_blocks> _blocks{};
};

}  // namespace cqs::detail
