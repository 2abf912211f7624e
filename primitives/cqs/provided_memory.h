#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <utility>

#include <cqs/detail/misuse.h>
#include <cqs/detail/queue/list_lock.h>
#include <cqs/platform/native.h>

namespace cqs {

/// The native platform for programs that may not allocate: the segments of all queues on this platform are in memory
/// that the program provides. It is the last template argument of a primitive:
///
///     using memory = cqs::provided_memory<>;
///     alignas(memory::alignment) std::byte room[100 * memory::block_size];
///     cqs::basic_mutex<cqs::options{}, memory> mutex;
///     // in main: memory::provide(room);
///
/// Guarantee: no operation of these primitives allocates anything else. A block holds one segment, and returns when the
/// segment is no longer used, also when the object has ended. With k queues, at most w waits at the same time in all
/// of them (threads, requests, coroutines, fibers), and t threads that use them, 3k + w + 2t blocks are always enough.
/// Usually far fewer are, because waits that come after one another share a segment of 32. A shared mutex and a
/// queue pool have two queues, the other primitives one. The elements in a queue pool count as waits.
///
/// Not guaranteed: that there are blocks. A wait that finds none throws `std::bad_alloc` and has no effect. A resume
/// waits for one; it needs one only if it comes before its suspend at the end of a segment. The memory must outlive the
/// objects and the operations on them. To take a block or give it back takes a short spin lock, once per segment.
///
/// Stack pools and readers that scatter need memory of other sizes. The compiler refuses them: take a `queue_pool`, and
/// `options{.scattering = no_scattering}`. If coroutines wait in primitives of two platforms, their resumptions may nest.
///
/// `BlockSize` is that of the largest segment: 320 bytes, 448 for a `weighted_semaphore`, and for a queue pool 320 plus
/// 32 times its element. Memories with different tags are apart from each other.
template <class Tag = void, std::size_t BlockSize = 512>
struct provided_memory : native {
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t block_size = BlockSize;
  static_assert(BlockSize >= sizeof(void*) && BlockSize % alignment == 0,
                "cqs::provided_memory: the size of a block must be a multiple of 64");

  /// Adds memory, as many whole and aligned blocks as it holds. Returns their number. May be called again, in any
  /// thread.
  static std::size_t provide(std::span<std::byte> room) noexcept {
    void* first = room.data();
    std::size_t size = room.size();
    std::size_t added = 0;
    for (; std::align(alignment, block_size, first, size) != nullptr; ++added) {
      give(first);
      first = static_cast<std::byte*>(first) + block_size;
      size -= block_size;
    }
    return added;
  }

  /// How many blocks are free now.
  static std::size_t available() noexcept {
    const std::lock_guard guard(free.lock);
    return free.size;
  }

  // What follows is for the primitives: see `platform`.

  template <class T, class... Args>
  static T* create(Args&&... args) {
    static_assert(sizeof(T) <= block_size,
                  "cqs::provided_memory: its blocks are too small for this primitive");
    static_assert(alignof(T) <= alignment);
    static_assert(noexcept(T(std::forward<Args>(args)...)),
                  "an object that could throw would lose its block");
    return ::new (take()) T(std::forward<Args>(args)...);
  }

  template <class T>
  static void destroy(T* object) noexcept {
    std::destroy_at(object);
    give(object);
  }

  template <class T>
  static T* create_array(std::size_t count) = delete;  // stack pools; readers that scatter: see above

 private:
  struct free_block {
    free_block* next;
  };

  static void* take() {
    {
      const std::lock_guard guard(free.lock);
      if (free.first != nullptr) {
        --free.size;
        return std::exchange(free.first, free.first->next);
      }
    }
#if defined(__cpp_exceptions)
    throw std::bad_alloc();
#else
    detail::fail("cqs::provided_memory: no block is left; provide more memory");
#endif
  }

  static void give(void* block) noexcept {
    const std::lock_guard guard(free.lock);
    free.first = ::new (block) free_block{free.first};
    ++free.size;
  }

  struct free_list {
    detail::list_lock<native> lock;
    free_block* first = nullptr;
    std::size_t size = 0;
  };

  static inline constinit free_list free;
};

static_assert(platform<provided_memory<>>);

}  // namespace cqs
