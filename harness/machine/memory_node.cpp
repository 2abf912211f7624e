#include "harness/machine/memory_node.h"

#include <array>
#include <climits>

#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cqs::harness {

namespace {

thread_local std::optional<unsigned> node_of_objects;

}  // namespace

memory_node::memory_node(unsigned node) noexcept : _before(node_of_objects) {
  node_of_objects = node;
}

memory_node::~memory_node() {
  node_of_objects = _before;
}

bool bind_memory(void* pages, std::size_t size) noexcept {
  constexpr std::size_t most = 1024;
  constexpr std::size_t bits = sizeof(unsigned long) * CHAR_BIT;
  if (!node_of_objects || *node_of_objects >= most) {
    return false;
  }
  std::array<unsigned long, most / bits> mask{};
  mask[*node_of_objects / bits] = 1UL << (*node_of_objects % bits);
  // The kernel takes the count of bits plus one.
  return syscall(SYS_mbind, pages, size, MPOL_BIND, mask.data(), most + 1, 0) == 0;
}

}  // namespace cqs::harness
