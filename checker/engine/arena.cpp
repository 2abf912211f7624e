#include <checker/engine/arena.h>

#include <algorithm>

namespace cqs::check {

void arena::reset() noexcept {
  for (region& of_thread : _regions) {
    of_thread.used = 0;
    of_thread.allocations.clear();
  }
}

allocation* arena::allocate(thread_id by, std::size_t size, std::size_t alignment) {
  region& own = _regions[by];
  const auto space = _addresses.arena(by);
  const std::size_t begin = (own.used + alignment - 1) / alignment * alignment;
  if (begin + size > space.size()) {
    return nullptr;
  }
  own.used = begin + std::max(size, address_space::granule);
  allocation& made = own.allocations.emplace_back();
  made.address = space.data() + begin;
  made.size = size;
  made.creator = by;
  return &made;
}

allocation* arena::find(const void* address) noexcept {
  for (thread_id owner = 0; owner < max_threads; ++owner) {
    const auto space = _addresses.arena(owner);
    const auto* const byte = static_cast<const std::byte*>(address);
    if (byte < space.data() || byte >= space.data() + space.size()) {
      continue;
    }
    auto& all = _regions[owner].allocations;
    const auto after =
        std::upper_bound(all.begin(), all.end(), byte,
                         [](const std::byte* at, const allocation& a) { return at < a.address; });
    if (after == all.begin()) {
      return nullptr;
    }
    allocation& found = *(after - 1);
    return byte < found.address + std::max(found.size, std::size_t{1}) ? &found : nullptr;
  }
  return nullptr;
}

const allocation* arena::first_leak() const noexcept {
  for (const region& of_thread : _regions) {
    for (const allocation& made : of_thread.allocations) {
      if (made.alive && !made.internal) {
        return &made;
      }
    }
  }
  return nullptr;
}

std::size_t arena::live() const noexcept {
  std::size_t count = 0;
  for (const region& of_thread : _regions) {
    count += static_cast<std::size_t>(
        std::count_if(of_thread.allocations.begin(), of_thread.allocations.end(),
                      [](const allocation& made) { return made.alive && !made.internal; }));
  }
  return count;
}

}  // namespace cqs::check
