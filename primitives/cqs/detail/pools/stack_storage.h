#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include <cqs/detail/pools/node_arena.h>
#include <cqs/detail/queue/slot.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Elements, last in, first out, so that a retrieval gets one that is still in the cache (listing 17, right): Treiber's
/// stack.
///
/// A retrieval that overtakes its insertion leaves a mark that makes an insertion fail. The paper's "failed nodes" are
/// such marks. A stack never holds marks and elements at once, so a count of the marks is enough. The head is
///
/// | bits   | meaning                                                              |
/// |--------|----------------------------------------------------------------------|
/// | 32..63 | a tag, incremented by every change                                   |
/// | 31     | set if bits 0..30 count marks                                        |
/// | 0..30  | the number of the top node, 0 if empty; or the count of marks        |
///
/// Lock-free. Its memory is that of the largest number of elements that it ever held.
template <class T, platform Platform>
class stack_storage {
 public:
  constexpr stack_storage() noexcept = default;
  stack_storage(const stack_storage&) = delete;
  stack_storage& operator=(const stack_storage&) = delete;

  ~stack_storage() {
    while (!is_empty_or_marks(_head.load(std::memory_order_relaxed))) {
      try_retrieve();
    }
  }

  /// Returns false if a retrieval has come first. The element is then back in `element`.
  bool try_insert(T& element) noexcept {
    std::uint64_t head = _head.load(std::memory_order_relaxed);
    std::uint32_t fresh = 0;
    for (;;) {
      if (marks(head) > 0) {
        const std::uint32_t rest = marks(head) - 1;
        if (replace(head, rest == 0 ? 0 : marks_flag | rest)) {
          if (fresh != 0) {
            element = _nodes[fresh].element.take();
            _nodes.release(fresh);
          }
          return false;
        }
        continue;
      }
      if (fresh == 0) {
        fresh = _nodes.acquire();
        _nodes[fresh].element.put(std::move(element));
      }
      _nodes[fresh].next.store(arena::number_in(head), std::memory_order_relaxed);
      if (replace(head, fresh)) {
        return true;
      }
    }
  }

  std::optional<T> try_retrieve() noexcept {
    // [head.look] acquire <- [head.replace]: the top node; mutant order-stack-look-relaxed
    std::uint64_t head = _head.load(std::memory_order_acquire);
    for (;;) {
      if (is_empty_or_marks(head)) {
        if (replace(head, marks_flag | (marks(head) + 1))) {
          return std::nullopt;
        }
        continue;
      }
      const std::uint32_t top = arena::number_in(head);
      // Another thread may own the node by now. Then the tag has changed, and the replacement fails.
      if (replace(head, _nodes[top].next.load(std::memory_order_relaxed))) {
        std::optional<T> element(_nodes[top].element.take());
        _nodes.release(top);
        return element;
      }
    }
  }

 private:
  struct node {
    typename Platform::template atomic<std::uint32_t> next{0};
    [[no_unique_address]] slot<T, Platform> element;
  };
  using arena = node_arena<node, Platform>;

  static constexpr std::uint32_t marks_flag = std::uint32_t{1} << 31;

  static constexpr std::uint32_t marks(std::uint64_t head) noexcept {
    const std::uint32_t low = arena::number_in(head);
    return (low & marks_flag) != 0 ? low & ~marks_flag : 0;
  }
  static constexpr bool is_empty_or_marks(std::uint64_t head) noexcept {
    return arena::number_in(head) == 0 || marks(head) > 0;
  }

  bool replace(std::uint64_t& head, std::uint32_t low) noexcept {
    // [head.replace] release -> [head.look], [head.replace]: the node; mutant order-stack-replace-relaxed
    // else acquire <- [head.replace]: the node on top now; mutant order-stack-replace-failure-relaxed
    // No acquire on success: the tag makes a head unique, and the caller has acquired this one when it read it.
    return _head.compare_exchange_weak(head, arena::succeeding(head, low), std::memory_order_release,
                                       std::memory_order_acquire);
  }

  alignas(64) typename Platform::template atomic<std::uint64_t> _head{0};
  arena _nodes;
};

}  // namespace cqs::detail
