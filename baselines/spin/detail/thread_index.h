#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include <cqs/platform/platform.h>

namespace cqs::baselines::spin::detail {

/// A small number that no two threads have at the same time. A thread gets it at its first use, and gives it back at its
/// end.
class thread_number {
 public:
  constexpr thread_number() noexcept = default;
  thread_number(const thread_number&) = delete;
  thread_number& operator=(const thread_number&) = delete;

  ~thread_number() {
    if (_number != none) {
      numbers& all = numbers::of_all_threads();
      const std::lock_guard lock(all.mutex);
      all.free.push_back(_number);
    }
  }

  std::size_t get() {
    if (_number == none) {
      _number = take();
    }
    return _number;
  }

 private:
  struct numbers {
    /// Never destroyed: threads may end after everything else.
    static numbers& of_all_threads() {
      static auto* const all = new numbers;
      return *all;
    }

    std::mutex mutex;
    std::size_t next = 0;
    std::vector<std::size_t> free;
  };

  static std::size_t take() {
    numbers& all = numbers::of_all_threads();
    const std::lock_guard lock(all.mutex);
    if (all.free.empty()) {
      all.free.reserve(++all.next);  // so that the end of a thread needs no memory
      return all.next - 1;
    }
    const std::size_t number = all.free.back();
    all.free.pop_back();
    return number;
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t _number = none;
};

/// Whether algorithms on this platform can tell threads apart.
template <platform Platform>
inline constexpr bool knows_threads = requires {
  Platform::thread_index();
}
|| requires {
  Platform::template per_thread<thread_number>();
};

template <platform Platform>
std::size_t thread_index() requires(knows_threads<Platform>) {
  if constexpr (requires { Platform::thread_index(); }) {
    return Platform::thread_index();
  } else {
    return Platform::template per_thread<thread_number>().get();
  }
}

}  // namespace cqs::baselines::spin::detail
