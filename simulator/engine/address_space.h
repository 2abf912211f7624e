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

/// Where the objects of a simulation lie. Memory is handed out the same way in every run, and a thread that gives a
/// piece back gets the same one next, as from the caches of malloc.
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

  /// Throws `std::bad_alloc` when all of it is used.
  void* allocate(std::size_t thread, std::size_t size, std::size_t alignment, const std::type_info& type);
  void free(std::size_t thread, void* memory, std::size_t size, const std::type_info& type);

  /// Which line an address is in. Where objects lie on a stack is the compiler's choice, so that the whole stack of
  /// a thread counts as one line: in the algorithms at hand a thread has one object there that others know of.
  std::uintptr_t line_number(const void* address) const noexcept {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - _stacks);
    return offset < most_threads * stack_size ? offset / stack_size + 1
                                              : reinterpret_cast<std::uintptr_t>(address) / line_size;
  }
  /// What lies in the line: `stack`, a type and the line within it, or `object` and the line within its page.
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
