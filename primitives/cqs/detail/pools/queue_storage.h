#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/infinite_array.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Elements in the order of their arrival (listing 17, left). It uses an infinite array as well: a retrieval acts as a
/// suspend, an insertion as a resume. Both are lock-free, apart from the change of segments.
template <class T, std::size_t SegmentSize, platform Platform>
class queue_storage {
 public:
  /// Returns false if a retrieval has come first and has broken the cell. The element is then back in `element`.
  bool try_insert(T& element) noexcept {
    const auto p = _cells.template insist<side::resume>();
    p.payload().put(std::move(element));
    cell::word current = cell::empty;
    // [stored.insert] release -> [stored.look], [stored.retrieve]: the element; mutant order-insertion-relaxed
    // else acquire <- [stored.retrieve]: the retrieval has left its stake to this insertion, and its accesses happen
    // before the free; mutant order-insertion-failure-relaxed
    if (p.cell().compare_exchange_strong(current, cell::value, std::memory_order_release,
                                         std::memory_order_acquire)) {
      return true;
    }
    element = p.payload().take();
    p.give_back(2);
    return false;
  }

  std::optional<T> try_retrieve() noexcept {
    const auto p = _cells.template insist<side::suspend>();
    // Most elements are there already, and then a load is enough: nobody else visits the cell.
    // [stored.look] acquire <- [stored.insert]: the element; mutant order-retrieval-look-relaxed
    // [stored.retrieve] acquire <- [stored.insert]: the element; mutant order-retrieval-release
    // release -> [stored.insert]: this thread's accesses to a cell that it breaks; mutant order-retrieval-acquire
    if (p.cell().load(std::memory_order_acquire) == cell::empty &&
        p.cell().exchange(cell::broken, std::memory_order_acq_rel) == cell::empty) {
      return std::nullopt;
    }
    std::optional<T> element(p.payload().take());
    p.give_back(2);
    return element;
  }

 private:
  infinite_array<T, SegmentSize, false, Platform> _cells;
};

}  // namespace cqs::detail
