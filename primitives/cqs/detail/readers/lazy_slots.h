#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>
#include <type_traits>

#include <cqs/detail/exceptions.h>
#include <cqs/detail/readers/reader_slots.h>
#include <cqs/platform/platform.h>
#include <cqs/scattering.h>

namespace cqs::detail {

/// The slots of a lock, which exist from the first crowd of readers on.
template <platform Platform, scattering Scattering>
class lazy_slots {
 public:
  using slots_type = reader_slots<Platform>;

  constexpr lazy_slots() noexcept = default;
  lazy_slots(const lazy_slots&) = delete;
  lazy_slots& operator=(const lazy_slots&) = delete;
  constexpr ~lazy_slots() {
    if (std::is_constant_evaluated()) {
      return;  // a constant has no slots
    }
    // relaxed: whoever destroys the lock has synchronized with all who have used it.
    if (slots_type* const slots = _slots.load(std::memory_order_relaxed)) {
      Platform::destroy(slots);
    }
  }

  /// For those who know from the state of the lock that the slots are there.
  slots_type& get() const noexcept { return *_slots.load(std::memory_order_relaxed); }

  /// Null if there is no memory.
  slots_type* find_or_create() noexcept {
    // [slots.find] acquire <- [slots.publish]: the slots; mutant order-slots-find-relaxed
    slots_type* const found = _slots.load(std::memory_order_acquire);
    return found != nullptr ? found : create();
  }

 private:
  slots_type* create() noexcept {
    slots_type* created = nullptr;
    CQS_DETAIL_TRY {
      created = Platform::template create<slots_type>(count());
    }
    CQS_DETAIL_CATCH(const std::bad_alloc&) {
      return nullptr;
    }
    slots_type* current = nullptr;
    // [slots.publish] release -> [slots.find], [slots.publish]: the slots; mutant order-slots-publish-relaxed
    // else acquire <- [slots.publish]: the slots of another thread; mutant order-slots-publish-failure-relaxed
    if (_slots.compare_exchange_strong(current, created, std::memory_order_release,
                                       std::memory_order_acquire)) {
      return created;
    }
    Platform::destroy(created);
    return current;
  }

  static std::size_t count() noexcept {
    return std::min(std::bit_floor(std::size_t{Scattering.most_slots}),
                    std::bit_ceil(std::size_t{Platform::processors()}));
  }

  typename Platform::template atomic<slots_type*> _slots{nullptr};
};

/// Of a lock whose readers never scatter.
template <platform Platform, scattering Scattering>
requires(Scattering.most_slots == 0) class lazy_slots<Platform, Scattering> {
 public:
  using slots_type = reader_slots<Platform>;

  slots_type& get() const noexcept { __builtin_unreachable(); }
  slots_type* find_or_create() noexcept { return nullptr; }
};

}  // namespace cqs::detail
