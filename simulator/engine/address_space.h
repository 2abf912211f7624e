#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <vector>

namespace cqs::simulator {

/// The memory of a simulation. It allocates in the same way in every run. A thread that frees a block gets
/// the same block next, as from the thread caches of malloc.
class address_space {
 public:
  address_space();
  address_space(const address_space&) = delete;
  address_space& operator=(const address_space&) = delete;
  ~address_space();

  static constexpr std::size_t most_threads = 16'384;
  static constexpr std::size_t stack_size = std::size_t{256} << 10;

  std::span<std::byte> stack(std::size_t thread) const noexcept {
    return {_stacks + thread * stack_size, stack_size};
  }

  /// Throws `std::bad_alloc` if no memory is left.
  void* allocate(std::size_t thread, std::size_t size, std::size_t alignment, const std::type_info& type);
  void free(std::size_t thread, void* memory, std::size_t size, const std::type_info& type);

  /// Returns the cache line of an address. The compiler chooses the positions of objects on a stack, so the
  /// whole stack of a thread counts as one line. In these algorithms, a thread shares at most one object on
  /// its stack.
  std::uintptr_t line_number(const void* address) const noexcept {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - _stacks);
    return offset < most_threads * stack_size ? offset / stack_size + 1
                                              : reinterpret_cast<std::uintptr_t>(address) / line_size;
  }
  /// Describes the content of a line: `stack`, a type and the line within it, or `object` and the line within
  /// its page.
  std::string label(const void* address) const;

 private:
  static constexpr std::size_t line_size = 64;
  static constexpr std::size_t heap_size = std::size_t{8} << 30;
  static constexpr std::size_t kept_by_thread = 8;

  struct pool {
    std::unordered_map<std::size_t, std::vector<void*>> of_threads;
    std::vector<void*> of_all;
  };
  struct block {
    std::size_t size;
    const std::type_info* type;
  };

  pool& pool_of(const std::type_info& type, std::size_t size);

  std::byte* _stacks;
  std::byte* _heap;
  std::size_t _used = 0;
  std::unordered_map<std::type_index, std::unordered_map<std::size_t, pool>> _pools;
  std::map<const std::byte*, block> _blocks;
};

}  // namespace cqs::simulator
