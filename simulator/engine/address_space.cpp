#include "simulator/engine/address_space.h"

#include <new>

#include <fmt/format.h>
#include <sys/mman.h>

#include "support/fibers/demangle.h"

namespace cqs::simulator {

namespace {

std::byte* reserve(std::size_t size) {
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw std::bad_alloc();
  }
  return static_cast<std::byte*>(memory);
}

/// Returns the type name without namespaces and template arguments.
std::string short_name(const std::type_info& type) {
  std::string name = fibers::demangle(type);
  name.resize(std::min(name.find('<'), name.size()));
  const auto colon = name.rfind(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

}  // namespace

address_space::address_space() : _stacks(reserve(most_threads * stack_size)), _heap(reserve(heap_size)) {}

address_space::~address_space() {
  munmap(_stacks, most_threads * stack_size);
  munmap(_heap, heap_size);
}

address_space::pool& address_space::pool_of(const std::type_info& type, std::size_t size) {
  return _pools[type][size];
}

void* address_space::allocate(std::size_t thread, std::size_t size, std::size_t alignment,
                              const std::type_info& type) {
  pool& kept_here = pool_of(type, size);
  auto& own = kept_here.of_threads[thread];
  auto& kept = own.empty() ? kept_here.of_all : own;
  if (!kept.empty()) {
    void* const memory = kept.back();
    kept.pop_back();
    return memory;
  }
  alignment = std::max<std::size_t>(alignment, 16);
  _used = (_used + alignment - 1) / alignment * alignment;
  if (_used + size > heap_size) {
    throw std::bad_alloc();
  }
  std::byte* const memory = _heap + _used;
  _used += size;
  _blocks.emplace(memory, block{size, &type});
  return memory;
}

void address_space::free(std::size_t thread, void* memory, std::size_t size, const std::type_info& type) {
  pool& kept_here = pool_of(type, size);
  auto& own = kept_here.of_threads[thread];
  (own.size() < kept_by_thread ? own : kept_here.of_all).push_back(memory);
}

std::string address_space::label(const void* address) const {
  const auto* const byte = static_cast<const std::byte*>(address);
  if (static_cast<std::size_t>(byte - _stacks) < most_threads * stack_size) {
    return "stack";
  }
  const auto after = _blocks.upper_bound(byte);
  if (after != _blocks.begin()) {
    const auto& [begin, piece] = *std::prev(after);
    if (byte < begin + piece.size) {
      const auto offset = static_cast<std::size_t>(byte - begin) / line_size * line_size;
      return fmt::format("{}+{}", short_name(*piece.type), offset);
    }
  }
  constexpr std::uintptr_t page = 4096;
  return fmt::format("object+{}", reinterpret_cast<std::uintptr_t>(address) % page / line_size * line_size);
}

}  // namespace cqs::simulator
