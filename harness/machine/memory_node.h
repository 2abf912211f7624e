#pragma once

#include <cstddef>
#include <optional>

namespace cqs::harness {

/// While it lives, the `bound_object`s that this thread makes lie on this memory node. Unlike a memory policy of the
/// thread, it holds for nothing else: not for the threads that it starts, nor for its children.
class memory_node {
 public:
  explicit memory_node(unsigned node) noexcept;
  memory_node(const memory_node&) = delete;
  memory_node& operator=(const memory_node&) = delete;
  ~memory_node();

 private:
  std::optional<unsigned> _before;
};

/// Puts these whole pages, which nobody has touched, on the node of this thread's `memory_node`. False if there is none, or
/// where the kernel cannot do so: in a container without the right. Then they lie where they are touched first.
bool bind_memory(void* pages, std::size_t size) noexcept;

}  // namespace cqs::harness
