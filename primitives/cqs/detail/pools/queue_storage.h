#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

#include <cqs/detail/queue/cell.h>
#include <cqs/detail/queue/infinite_array.h>
#include <cqs/platform/platform.h>

namespace cqs::detail {

/// Elements in the order in which they came (listing 17, left): an infinite array again, in which a retrieval
/// plays the part of a suspend and an insertion that of a resume. Both are lock-free up to the change of
/// segments.
template <class T, std::size_t SegmentSize, platform Platform>
class queue_storage {
 public:
  /// False, with the element back in its place, if a retrieval has come first and broken the cell.
  bool try_insert(T& element) noexcept {
    const auto p = _cells.template insist<side::resume>();
    p.payload().put(std::move(element));
    cell::word current = cell::empty;
    // release: the element, to the retrieval. On failure acquire: the retrieval has left its stake to this
    // insertion, and its access has to come before the free.
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
    if (p.cell().exchange(cell::broken, std::memory_order_acq_rel) == cell::empty) {
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
